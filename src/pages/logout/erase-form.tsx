import { useState } from "react";
import type { Failure } from "../../../workers/contract";
import { eraseWorkspace } from "../../state/erase";
import { Button } from "../../ui/button.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { TextField } from "../../ui/text-field.tsx";

const WORD = "erase";

/** Second confirmation: a word must be typed, so that nothing is erased by accident. */
export function EraseForm({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const erase = async () => {
    setBusy(true);
    const outcome = await eraseWorkspace();
    if (outcome.ok) return;
    setBusy(false);
    setFailure(outcome.failure);
  };
  return (
    <fieldset aria-label="Erase everything on this device?" className="mt-3 flex flex-col gap-3 border-line border-t pt-3">
      <p>This cannot be undone.</p>
      <TextField label={`Type “${WORD}” to confirm`} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
      <FailureBox failure={failure} />
      <div className="flex flex-wrap gap-2">
        <Button onPress={onClose}>Keep everything</Button>
        <Button kind="danger" busy={busy} isDisabled={typed.trim().toLowerCase() !== WORD} onPress={() => void erase()}>
          Erase permanently
        </Button>
      </div>
    </fieldset>
  );
}
