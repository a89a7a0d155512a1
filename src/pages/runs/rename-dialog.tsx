import { MAX_NOTE } from "../../state/run-body";
import { useKeptText } from "../../state/use-kept-text";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface WordsDialogProps {
  id: string;
  onClose: () => void;
}

/** Text in a dialog's field, kept across a reload until saved or canceled. */
function useDraft(field: string, { id, onClose }: WordsDialogProps, before: string) {
  const { typed, enter, forget } = useKeptText(field, id);
  const close = () => {
    forget();
    onClose();
  };
  return { draft: typed ?? before, enter, close };
}

export function RenameDialog({ title, onRename, ...of }: WordsDialogProps & { title: string; onRename: (title: string) => void }) {
  const { draft, enter, close } = useDraft("run-name", of, title);
  const given = draft.trim();
  return (
    <Dialog title="Rename the run" onClose={close}>
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

/** The user's note on a run; an empty one is removed. */
export function NoteDialog({ note, onNote, ...of }: WordsDialogProps & { note: string; onNote: (note: string) => void }) {
  const { draft, enter, close } = useDraft("run-note", of, note);
  return (
    <Dialog title="Note on the run" onClose={close}>
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          onNote(draft.trim());
          close();
        }}
      >
        <TextField label="Note" value={draft} onChange={enter} maxLength={MAX_NOTE} rows={5} autoFocus />
        <div className="flex justify-end">
          <Button kind="primary" type="submit">
            Save note
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
