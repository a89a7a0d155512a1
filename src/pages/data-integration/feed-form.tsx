import { useEffect, useRef, useState } from "react";
import type { Outcome } from "../../../workers/contract";
import type { FeedKind } from "../../../workers/feeds/types";
import { checkFeedAddress } from "../../client/feed-thread";
import type { Interval } from "../../state/feeds/feed-body";
import { startFeeds } from "../../state/feeds/feed-clock";
import { freeName } from "../../state/feeds/feed-dataset";
import { canFollowFiles, chooseFile } from "../../state/feeds/feed-files";
import { connectFeed, followFile, type Preview, readFeedFile } from "../../state/feeds/feeds";
import { announce } from "../../ui/announcer.ts";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FailureBox, type ShownFailure } from "../../ui/failure-box.tsx";
import { FileButton, FileDrop } from "../../ui/file-drop.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { FeedPreview } from "./feed-preview.tsx";
import { CONNECTED, INTERVAL_WORDS, intervalsOf, TITLES } from "./feed-words.ts";
import { SimulatedChip } from "./simulated-chip.tsx";

const WORDS: Record<FeedKind, { hint: string; placeholder: string; files: string[] }> = {
  market: {
    hint: "CSV or JSON over https, rows over a WebSocket (wss), or demo: for simulated prices",
    placeholder: "https://example.com/prices.csv",
    files: [".csv", ".json", ".txt"],
  },
  news: {
    hint: "RSS, Atom or JSON over https, or demo: for simulated headlines",
    placeholder: "https://example.com/feed.xml",
    files: [".xml", ".rss", ".atom", ".json"],
  },
};

interface Shown {
  preview: Preview | null;
  /** Once it is kept. */
  success: string | null;
  failure: ShownFailure | null;
  simulated: boolean;
}
const NOTHING: Shown = { preview: null, success: null, failure: null, simulated: false };

/** Adds a feed of one kind: reads its address, shows the first rows, keeps it. */
export function FeedForm({ kind }: { kind: FeedKind }) {
  const [url, setUrl] = useState("");
  const [name, setName] = useState("");
  const [proxy, setProxy] = useState("");
  const [message, setMessage] = useState("");
  const [interval, setInterval] = useState<Interval>(900_000);
  const [shown, setShown] = useState<Shown>(NOTHING);
  const [busy, setBusy] = useState(false);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const { hint, placeholder, files } = WORDS[kind];
  const socket = kind === "market" && /^\s*wss?:/i.test(url);

  const read = async (work: (show: (preview: Preview) => void, signal: AbortSignal) => Promise<Outcome<unknown>>, success: string) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setShown(NOTHING);
    setBusy(true);
    const show = (preview: Preview) => setShown((before) => ({ ...before, preview }));
    const outcome = await work(show, controller.signal);
    if (current.current !== controller) return;
    setBusy(false);
    if (!outcome.ok) {
      const { failure } = outcome;
      setShown((before) => ({ ...before, preview: null, failure: failure.code === "canceled" ? null : failure }));
      return;
    }
    setShown((before) => ({ ...before, success }));
    announce(success);
    startFeeds();
  };
  const connect = () =>
    read(async (show, signal) => {
      const checked = await checkFeedAddress(kind, { url, proxy, message }, signal);
      if (!checked.ok) return checked;
      const { form } = checked.value;
      setShown((before) => ({ ...before, simulated: form === "simulator" }));
      return connectFeed(
        {
          kind,
          checked: checked.value,
          name: freeName(name.trim() || checked.value.name, null),
          interval: intervalsOf(form).includes(interval) ? interval : 60_000,
        },
        show,
        signal,
      );
    }, CONNECTED[kind]);
  const open = (file: File) => {
    void read(
      (show, signal) => readFeedFile(kind, file, show, signal),
      kind === "market" ? `${file.name} is now among the loaded series` : `${file.name} is now among the feeds`,
    );
  };
  const follow = async () => {
    const handle = await chooseFile(files);
    if (!handle) return;
    await read(
      (show, signal) => followFile({ kind, handle, name: freeName(name.trim() || handle.name, null), interval }, show, signal),
      CONNECTED[kind],
    );
  };
  const cancel = () => {
    current.current?.abort();
    current.current = null;
    setBusy(false);
    setShown(NOTHING);
  };
  return (
    <FileDrop onFile={open}>
      <Panel title={TITLES[kind]} className="h-full">
        <form
          className="flex flex-col gap-3"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void connect();
          }}
          onKeyDown={(event) => event.key === "Escape" && busy && cancel()}
        >
          <TextField
            label="Feed URL"
            isRequired
            value={url}
            onChange={setUrl}
            placeholder={placeholder}
            hint={hint}
            inputMode="url"
            type="url"
            autoComplete="off"
            spellCheck="false"
          />
          {socket ? (
            <TextField
              label="Subscription message"
              value={message}
              onChange={setMessage}
              rows={4}
              placeholder={'{"action":"subscribe","symbols":["SPY"]}'}
              hint="Sent each time the socket opens: JSON or text, several of them divided by a line of ---. Kept like an address with a key: in no export, link or backup."
              autoComplete="off"
              spellCheck="false"
            />
          ) : null}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-3">
            <TextField label="Name" value={name} onChange={setName} placeholder="after its address" autoComplete="off" />
            <Select
              label="Refresh"
              value={String(interval)}
              options={intervalsOf("simulator").map((value) => ({
                value: String(value),
                label: value === 0 ? "Only when asked" : `Every ${INTERVAL_WORDS[value]}`,
                note: value === 10_000 ? "not of hosts" : undefined,
              }))}
              onChange={(value) => setInterval(Number(value) as Interval)}
            />
          </div>
          <Disclosure title="Own proxy" note={proxy === "" ? "none" : "set"}>
            <TextField
              label="Own proxy URL"
              value={proxy}
              onChange={setProxy}
              placeholder="https://proxy.example.com/?url="
              hint="For hosts that let no other page read them. The feed's address is put behind it, or in place of {url}; the proxy sees what you read."
              inputMode="url"
              autoComplete="off"
              spellCheck="false"
            />
          </Disclosure>
          <div className="flex flex-wrap items-center gap-2">
            <Button kind="primary" type="submit" busy={busy} isDisabled={url.trim() === ""}>
              {busy ? "Connecting..." : `Connect ${kind === "market" ? "market data" : "news"} feed`}
            </Button>
            <div className="flex flex-wrap gap-2">
              <FileButton accept={files} onFile={open} disabled={busy} size="normal">
                Open a downloaded file
              </FileButton>
              <Button onPress={() => void follow()} isDisabled={busy || !canFollowFiles()}>
                Follow a local file
              </Button>
            </div>
          </div>
          {canFollowFiles() ? null : (
            <p className="text-muted text-small">
              This browser lets no page read a file again (File System Access): open it here after each change.
            </p>
          )}
        </form>
        <div className="mt-3 flex flex-col gap-3 empty:hidden">
          {busy && shown.preview === null ? <ProgressBar label="Reading the feed" fraction={null} onCancel={cancel} /> : null}
          <FailureBox failure={shown.failure} />
          {shown.success ? (
            <p role="status" className="text-good">
              <span aria-hidden="true">✓ </span>
              {shown.success}
            </p>
          ) : null}
          {shown.preview && shown.simulated ? (
            <p>
              <SimulatedChip /> <span className="text-muted text-small">Made by a seeded generator on this device, not by a market.</span>
            </p>
          ) : null}
          {shown.preview ? <FeedPreview preview={shown.preview} /> : null}
        </div>
      </Panel>
    </FileDrop>
  );
}
