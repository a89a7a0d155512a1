import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { SecretField } from "../../ui/secret-field.tsx";

/** Minimum length of a passphrase. */
const SHORTEST = 8;

/** Whether a passphrase is long enough for encryption. */
export const isLongEnough = (passphrase: string): boolean => passphrase.length >= SHORTEST;

interface NewPassphraseProps {
  value: string;
  onChange: (passphrase: string) => void;
}

/** Passphrase field for encrypting a file. */
export function NewPassphrase({ value, onChange }: NewPassphraseProps) {
  return (
    <SecretField
      label="Passphrase"
      value={value}
      onChange={onChange}
      hint={`At least ${SHORTEST} characters. Without it the file cannot be opened; it is not stored anywhere.`}
    />
  );
}

interface UnlockProps {
  file: File;
  busy: boolean;
  onOpen: (passphrase: string) => void;
}

/** Passphrase prompt for an encrypted file. */
export function Unlock({ file, busy, onOpen }: UnlockProps) {
  const [typed, setTyped] = useState("");
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onOpen(typed);
      }}
    >
      <SecretField label={`Passphrase of ${file.name}`} value={typed} onChange={setTyped} className="min-w-0 flex-1" />
      <Button type="submit" busy={busy} isDisabled={typed === ""}>
        Open
      </Button>
    </form>
  );
}
