import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { fail, type Outcome } from "../../workers/contract";
import { Unlock } from "../analysis/data/passphrase.tsx";
import { useOpening } from "../analysis/data/use-opening";
import { plural, withoutTurns } from "../lib/format.ts";
import { screenAt, takesShared } from "../routes.ts";
import { offerInputs } from "../state/screen-inputs";
import { takenFrom } from "../state/share";
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

/** Only a screen that analyzes data has settings to share: those of the device name the hosts it talks to. */
async function read(file: Blob): Promise<Outcome<Shared>> {
  const outcome = await readShareFile(file);
  return outcome.ok && !takesShared(`/${outcome.value.screen}`) ? fail("bad-input", "storage/shareFile") : outcome;
}

/** Says what a file of shared settings would change, before it does. */
export function OpenShared({ file, onClose }: OpenSharedProps) {
  const navigate = useNavigate();
  const { run, shown, busy, progress, failure } = useOpening("Reading the file", read);
  useEffect(() => void run(file, null), [run, file]);
  const content = shown?.content;
  const take = () => {
    if (!content) return;
    onClose();
    offerInputs(content.screen, content.settings, takenFrom("file"));
    void navigate({ to: `/${content.screen}` });
  };
  return (
    <Dialog
      title="Open shared settings"
      open
      answer
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={!content} onPress={take}>
            Use these settings
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FailureBox failure={failure} />
        {progress ? <ProgressBar {...progress} /> : null}
        {shown?.content === null ? <Unlock file={file} busy={busy} onOpen={(typed) => void run(file, typed)} /> : null}
        {content ? (
          <>
            <p className="text-muted">
              <span className="wrap-anywhere">{withoutTurns(file.name)}</span> replaces{" "}
              {plural(Object.keys(content.settings).length, "setting")} of {screenAt(`/${content.screen}`)?.title}. Data on this device,
              hosts and feeds stay as they are.
            </p>
            <SettingTable settings={content.settings} />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
