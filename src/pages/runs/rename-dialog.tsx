import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface RenameDialogProps {
  title: string;
  onClose: () => void;
  onRename: (title: string) => void;
}

export function RenameDialog({ title, onClose, onRename }: RenameDialogProps) {
  const [draft, setDraft] = useState(title);
  const given = draft.trim();
  return (
    <Dialog title="Rename the run" open onClose={onClose}>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (given === "") return;
          onRename(given);
          onClose();
        }}
      >
        <TextField label="Name" value={draft} onChange={setDraft} maxLength={200} autoFocus className="min-w-0 flex-1" />
        <Button kind="primary" type="submit" isDisabled={given === ""}>
          Rename
        </Button>
      </form>
    </Dialog>
  );
}
