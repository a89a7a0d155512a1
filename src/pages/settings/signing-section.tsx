import { useAtomValue } from "jotai";
import { useState } from "react";
import type { Failure, Outcome } from "../../../workers/contract";
import { isLongEnough, NewPassphrase, Unlock } from "../../analysis/data/passphrase.tsx";
import { useOpening } from "../../analysis/data/use-opening";
import { grouped } from "../../lib/format.ts";
import { saveFile } from "../../lib/save-file.ts";
import { makeSigningKey, removeSigningKey, signingKeyAtom, takeSigningKey } from "../../state/signing-key";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { FileButton } from "../../ui/file-drop.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Section } from "./section.tsx";

/** The key that signs results and reports. Its private half stays on this device; it can be copied only when it is created. */
export function SigningSection() {
  const key = useAtomValue(signingKeyAtom);
  const [copied, setCopied] = useState(false);
  const [passphrase, setPassphrase] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const opening = useOpening("Reading the key", async (file): Promise<Outcome<string>> => {
    const taken = await takeSigningKey(file);
    return taken.ok ? { ok: true, value: taken.value.fingerprint } : taken;
  });
  const waiting = opening.shown?.content === null ? opening.shown.file : null;
  const create = async () => {
    setBusy(true);
    opening.forget();
    const made = await makeSigningKey(copied ? passphrase : null);
    setBusy(false);
    setPassphrase("");
    setFailure(made.ok ? null : made.failure);
    if (made.ok && made.value) saveFile(made.value, "prospect-signing-key.sealed");
  };
  const open = (file: File, typed: string | null) => {
    setFailure(null);
    void opening.run(file, typed);
  };
  return (
    <Section
      id="signing"
      note="optional"
      footer="The private key is kept on this device and cannot be extracted; it is never in backups, links or logs. A copy can be saved only while a key is created."
    >
      <p className="text-muted">
        With a key, result files and reports are signed: anyone can check that they are unchanged, and by which key.
      </p>
      {key ? (
        <>
          <FactList
            label="Signing key"
            facts={[
              { name: "Algorithm", value: key.algorithm },
              { name: "Fingerprint", value: <span className="wrap-anywhere">{grouped(key.fingerprint)}</span> },
            ]}
          />
          <div>
            <Button kind="danger" onPress={() => void removeSigningKey()}>
              Remove key
            </Button>
          </div>
        </>
      ) : (
        <>
          <Checkbox checked={copied} onChange={setCopied} disabled={busy}>
            Save an encrypted copy of the key
          </Checkbox>
          {copied ? <NewPassphrase value={passphrase} onChange={setPassphrase} /> : null}
          {opening.busy && opening.progress ? <ProgressBar {...opening.progress} onCancel={opening.cancel} /> : null}
          {waiting ? <Unlock key={waiting.name} file={waiting} busy={opening.busy} onOpen={(typed) => open(waiting, typed)} /> : null}
          <div className="flex flex-wrap gap-2">
            <Button
              kind="primary"
              busy={busy}
              isDisabled={key === undefined || (copied && !isLongEnough(passphrase))}
              onPress={() => void create()}
            >
              Create key
            </Button>
            <FileButton size="normal" accept={[".sealed"]} busy={busy} onFile={(file) => open(file, null)}>
              Import key
            </FileButton>
          </div>
        </>
      )}
      <FailureBox failure={failure ?? opening.failure} />
    </Section>
  );
}
