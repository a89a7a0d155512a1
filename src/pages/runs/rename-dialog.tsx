import { useKeptText } from "../../state/use-kept-text";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface RenameDialogProps {
  id: string;
  title: string;
  onClose: () => void;
  onRename: (title: string) => void;
}

export function RenameDialog({ id, title, onClose, onRename }: RenameDialogProps) {
  const { typed, enter, forget } = useKeptText("run-name", id);
  const draft = typed ?? title;
  const given = draft.trim();
  const close = () => {
    forget();
    onClose();
  };
  return (
    <Dialog title="Rename the run" open onClose={close}>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (given === "") return;
          onRename(given);
          close();
        }}
      >
        <TextField label="Name" value={draft} onChange={enter} maxLength={200} autoFocus className="min-w-0 flex-1" />
        <Button kind="primary" type="submit" isDisabled={given === ""}>
          Rename
        </Button>
      </form>
    </Dialog>
  );
}
