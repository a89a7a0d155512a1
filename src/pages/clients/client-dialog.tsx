import { useState } from "react";
import type { ClientBody } from "../../state/client-body";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

type Values = Pick<ClientBody, "name" | "note">;

interface ClientDialogProps {
  /** Null for a new one. */
  client: Values | null;
  onClose: () => void;
  onSave: (values: Values) => void;
}

const FORM = "client-form";

export function ClientDialog({ client, onClose, onSave }: ClientDialogProps) {
  const [name, setName] = useState(client?.name ?? "");
  const [note, setNote] = useState(client?.note ?? "");
  const given = name.trim();
  return (
    <Dialog
      title={client ? "Edit client" : "Add client"}
      open
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={FORM} isDisabled={given === ""}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (given !== "") onSave({ name: given, note: note.trim() });
        }}
      >
        <TextField label="Name" value={name} onChange={setName} maxLength={200} isRequired autoFocus />
        <TextField label="Note" value={note} onChange={setNote} rows={3} maxLength={5000} />
      </form>
    </Dialog>
  );
}
