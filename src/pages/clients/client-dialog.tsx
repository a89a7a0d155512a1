import type { ClientBody } from "../../state/client-body";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useDraft } from "./use-draft";

type Values = Pick<ClientBody, "name" | "note">;

interface ClientDialogProps {
  /** Key under which a draft is stored across a reload. */
  id: string;
  /** Null for a new one. */
  client: Values | null;
  onClose: () => void;
  /** Settles once it is stored. */
  onSave: (values: Values) => Promise<unknown>;
}

const FORM = "client-form";

export function ClientDialog({ id, client, onClose, onSave }: ClientDialogProps) {
  const { draft, enter, forget, saving, save } = useDraft(id, { name: client?.name ?? "", note: client?.note ?? "", holdings: [] });
  const { name, note } = draft;
  const given = name.trim();
  const close = () => {
    forget();
    onClose();
  };
  return (
    <Dialog
      title={client ? "Edit client" : "Add client"}
      onClose={close}
      cancel
      actions={
        <Button kind="primary" type="submit" form={FORM} isDisabled={given === ""} busy={saving}>
          Save
        </Button>
      }
    >
      <form
        id={FORM}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (given !== "" && !saving) void save(onSave({ name: given, note: note.trim() }), onClose);
        }}
      >
        <TextField label="Name" value={name} onChange={(typed) => enter({ name: typed })} maxLength={200} isRequired autoFocus />
        <TextField label="Note" value={note} onChange={(typed) => enter({ note: typed })} rows={3} maxLength={5000} />
      </form>
    </Dialog>
  );
}
