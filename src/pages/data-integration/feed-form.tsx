import { useState } from "react";
import type { FeedKind } from "../../../workers/feeds/types";
import { checkFeedAddress } from "../../client/feed-thread";
import { chooseFiles } from "../../lib/file-handles";
import type { Interval } from "../../state/feeds/feed-body";
import { freeName } from "../../state/feeds/feed-dataset";
import { canFollowFiles } from "../../state/feeds/feed-files";
import { connectFeed, followFile, readFeedFile } from "../../state/feeds/feeds";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { FileButton, FileDrop } from "../../ui/file-drop.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { FeedPreview } from "./feed-preview.tsx";
import { CONNECTED, INTERVAL_WORDS, intervalsOf, TITLES } from "./feed-words.ts";
import { SimulatedChip } from "./simulated-chip.tsx";
import { type FirstReading, useFirstReading } from "./use-first-reading.ts";

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

/** The form of a feed. */
interface Entry {
  url: string;
  name: string;
  proxy: string;
  message: string;
  interval: Interval;
}
const EMPTY: Entry = { url: "", name: "", proxy: "", message: "", interval: 900_000 };

/** Adds a feed of one kind: checks its URL, previews the first rows, and saves it. */
export function FeedForm({ kind }: { kind: FeedKind }) {
  const [entry, setEntry] = useState<Entry>(EMPTY);
  const { shown, failure, busy, read, cancel } = useFirstReading();
  const { files } = WORDS[kind];
  const { url, proxy, message, interval } = entry;
  const name = entry.name.trim();

  const connect = () =>
    read(async (show, signal) => {
      const checked = await checkFeedAddress(kind, { url, proxy, message }, signal);
      if (!checked.ok) return checked;
      const { form } = checked.value;
      const feed = {
        kind,
        checked: checked.value,
        name: freeName(name || checked.value.name, null),
        interval: intervalsOf(form).includes(interval) ? interval : 60_000,
      };
      return connectFeed(feed, (preview) => show(preview, form === "simulator"), signal);
    }, CONNECTED[kind]);
  const open = (file: File) =>
    void read(
      (show, signal) => readFeedFile(kind, file, show, signal),
      kind === "market" ? `${file.name} is now among the loaded series` : `${file.name} is now among the feeds`,
    );
  const follow = async () => {
    const [handle] = (await chooseFiles(files)) ?? [];
    if (!handle) return;
    const feed = { kind, handle, name: freeName(name || handle.name, null), interval };
    await read((show, signal) => followFile(feed, show, signal), CONNECTED[kind]);
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
          <FeedFields kind={kind} entry={entry} change={(changes) => setEntry((before) => ({ ...before, ...changes }))} />
          <div className="flex flex-wrap items-center gap-2">
            <Button kind="primary" type="submit" busy={busy} isDisabled={url.trim() === ""}>
              {busy ? "Connecting..." : `Connect ${kind === "market" ? "market data" : "news"} feed`}
            </Button>
            <div className="flex flex-wrap gap-2">
              <FileButton accept={files} onFile={open} busy={busy} size="normal">
                Open a downloaded file
              </FileButton>
              <Button onPress={() => void follow()} isDisabled={busy || !canFollowFiles()}>
                Follow a local file
              </Button>
            </div>
          </div>
          {canFollowFiles() ? null : (
            <p className="text-muted text-small">This browser has no File System Access API: open the file again after each change.</p>
          )}
        </form>
        <div className="mt-3 flex flex-col gap-3 empty:hidden">
          {busy && !shown ? <ProgressBar label="Reading the feed" fraction={null} onCancel={cancel} /> : null}
          <FailureBox failure={failure} />
          {shown ? <FirstRows {...shown} /> : null}
        </div>
      </Panel>
    </FileDrop>
  );
}

interface FeedFieldsProps {
  kind: FeedKind;
  entry: Entry;
  change: (changes: Partial<Entry>) => void;
}

function FeedFields({ kind, entry: { url, name, proxy, message, interval }, change }: FeedFieldsProps) {
  const { hint, placeholder } = WORDS[kind];
  const socket = kind === "market" && /^\s*wss?:/i.test(url);
  return (
    <>
      <TextField
        label="Feed URL"
        isRequired
        value={url}
        onChange={(url) => change({ url })}
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
          onChange={(message) => change({ message })}
          rows={4}
          placeholder={'{"action":"subscribe","symbols":["SPY"]}'}
          hint="Sent each time the socket opens: JSON or text; separate several messages with a line of ---. Stored like an address with a key: never in exports, links or backups."
          autoComplete="off"
          spellCheck="false"
        />
      ) : null}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-3">
        <TextField label="Name" value={name} onChange={(name) => change({ name })} placeholder="from its address" autoComplete="off" />
        <Select
          label="Refresh"
          value={String(interval)}
          options={intervalsOf("simulator").map((value) => ({
            value: String(value),
            label: value === 0 ? "Manually" : `Every ${INTERVAL_WORDS[value]}`,
            note: value === 10_000 ? "not of hosts" : undefined,
          }))}
          onChange={(value) => change({ interval: Number(value) as Interval })}
        />
      </div>
      <Disclosure title="Own proxy" note={proxy === "" ? "none" : "set"}>
        <TextField
          label="Own proxy URL"
          value={proxy}
          onChange={(proxy) => change({ proxy })}
          placeholder="https://proxy.example.com/?url="
          hint="For hosts that block cross-origin reads. The feed's address is appended, or replaces {url}; the proxy sees all data read."
          inputMode="url"
          autoComplete="off"
          spellCheck="false"
        />
      </Disclosure>
    </>
  );
}

function FirstRows({ preview, simulated, success }: FirstReading) {
  return (
    <>
      {success ? (
        <p role="status" className="text-good">
          <span aria-hidden="true">✓ </span>
          {success}
        </p>
      ) : null}
      {preview && simulated ? (
        <p>
          <SimulatedChip /> <span className="text-muted text-small">Simulated by a seeded generator on this device; not market data.</span>
        </p>
      ) : null}
      {preview ? <FeedPreview preview={preview} /> : null}
    </>
  );
}
