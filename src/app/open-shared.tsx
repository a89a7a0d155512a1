import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { fail, type Outcome } from "../../workers/contract";
import { Unlock } from "../analysis/data/passphrase.tsx";
import { useOpening } from "../analysis/data/use-opening";
import { bytes, clipped, plural, withoutTurns } from "../lib/format.ts";
import { screenAt, takesShared } from "../routes.ts";
import { handOver } from "../state/hand-over";
import { offerInputs } from "../state/screen-inputs";
import { LINK_TYPE, takenFrom } from "../state/share";
import type { Shared } from "../state/share-code";
import { readShareFile } from "../state/share-file";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FailureBox } from "../ui/failure-box.tsx";
import { ProgressBar } from "../ui/progress.tsx";
import { SettingTable } from "./result-tables.tsx";

interface OpenSharedProps {
  file: File;
  onClose: () => void;
}

/** Only settings of screens that analyze data can be shared: those of the device include the hosts it connects to. */
async function read(file: Blob): Promise<Outcome<Shared>> {
  const outcome = await readShareFile(file);
  return outcome.ok && !takesShared(`/${outcome.value.screen}`) ? fail("bad-input", "storage/shareFile") : outcome;
}

/** Shows what a file of shared settings would change before applying it. */
export function OpenShared({ file, onClose }: OpenSharedProps) {
  const navigate = useNavigate();
  const { run, shown, busy, progress, failure } = useOpening("Reading the file", read);
  useEffect(() => void run(file, null), [run, file]);
  const content = shown?.content;
  const link = file.type === LINK_TYPE;
  const brought = content?.data?.filter(({ text }) => text !== "") ?? [];
  const take = () => {
    if (!content) return;
    onClose();
    offerInputs(content.screen, content.settings, takenFrom(link ? "link" : "file"));
    for (const { field, text } of content.data ?? []) handOver(`${content.screen}/${field}`, { text, hash: null });
    void navigate({ to: `/${content.screen}` });
  };
  return (
    <Dialog
      title={link ? "Open a link with data" : "Open shared settings"}
      answer
      onClose={onClose}
      cancel
      actions={
        <Button kind="primary" isDisabled={!content} onPress={take}>
          {content?.data ? "Use settings and data" : "Use these settings"}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <FailureBox failure={failure} />
        {progress ? <ProgressBar {...progress} /> : null}
        {shown?.content === null ? <Unlock file={file} busy={busy} onOpen={(typed) => void run(file, typed)} /> : null}
        {content ? (
          <>
            <p className="text-muted">
              {link ? "This link" : <span className="wrap-anywhere">{withoutTurns(file.name)}</span>} replaces{" "}
              {plural(Object.keys(content.settings).length, "setting")} of {screenAt(`/${content.screen}`)?.title}
              {content.data ? " and the contents of its data fields. Saved datasets" : ". Data on this device"}, hosts and feeds are not
              changed.
            </p>
            {brought.length > 0 ? (
              <ul className="flex flex-col gap-1">
                {brought.map(({ field, name, text }) => (
                  <li key={field} className="wrap-anywhere">
                    Data: “{clipped(withoutTurns(name), 60)}”, {bytes(text.length)}. Starts with{" "}
                    <code className="text-small">{clipped(withoutTurns(text), 80)}</code>
                  </li>
                ))}
              </ul>
            ) : null}
            <SettingTable screen={`/${content.screen}`} settings={content.settings} />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
