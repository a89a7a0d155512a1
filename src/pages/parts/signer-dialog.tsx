import { useAtomValue } from "jotai";
import { useState } from "react";
import type { Failure } from "../../../workers/contract";
import type { PublicKey } from "../../../workers/results";
import { grouped } from "../../lib/format.ts";
import { type KnownSigner, knownSignersAtom, renameSigner, trustSigner } from "../../state/known-signers";
import { nameCaution, nameProblem, signerName } from "../../state/signer-names";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { TextField } from "../../ui/text-field.tsx";

const COMPARE =
  "Compare the whole fingerprint with the one its owner sees in Settings, over another channel than the file: by phone or in person. Names in the file, or in the message it came with, prove nothing.";

interface SignerDialogProps {
  /** A key to trust, or a known signer to rename. */
  signer: PublicKey | KnownSigner;
  onClose: () => void;
}

/** Names the holder of a key. No name is suggested, neither from a file nor from a draft restored with a backup. */
export function SignerDialog({ signer, onClose }: SignerDialogProps) {
  const known = useAtomValue(knownSignersAtom) ?? [];
  const [typed, setTyped] = useState("name" in signer ? signer.name : "");
  const [failure, setFailure] = useState<Failure | null>(null);
  const name = signerName(typed);
  const problem = nameProblem(name, signer, known);
  const save = async () => {
    const saved = await ("name" in signer ? renameSigner(signer, name) : trustSigner(signer, name));
    if (saved.ok) onClose();
    else setFailure(saved.failure);
  };
  const renames = "name" in signer;
  return (
    <Dialog title={renames ? "Rename the signer" : "Trust this key"} onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null) void save();
        }}
      >
        {renames ? null : <p>{COMPARE}</p>}
        <FactList
          label="Key"
          facts={[
            { name: "Fingerprint", value: <span className="wrap-anywhere inline-block text-left">{grouped(signer.fingerprint)}</span> },
          ]}
        />
        <FailureBox failure={failure} />
        <div className="flex items-start gap-2">
          <TextField
            label="Name"
            value={typed}
            onChange={setTyped}
            error={typed === "" ? null : problem}
            hint={problem === null ? nameCaution(name) : null}
            autoFocus
            className="min-w-0 flex-1"
          />
        </div>
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={problem !== null}>
            {renames ? "Rename" : "Trust"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
