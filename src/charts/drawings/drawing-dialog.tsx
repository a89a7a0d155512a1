import { useState } from "react";
import { type Drawing, MAX_NOTE } from "../../../workers/indicators/schema";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface DrawingDialogProps {
  drawing: Drawing;
  title: string;
  onKeep: (next: Drawing) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Edits the text of a drawing and the level of a line. */
export function DrawingDialog({ drawing, title, onKeep, onRemove, onClose }: DrawingDialogProps) {
  const [text, setText] = useState(drawing.text);
  const [value, setValue] = useState(drawing.from.value);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onPress={onRemove}>
            Remove
          </Button>
          <Button kind="primary" onPress={() => onKeep({ ...drawing, text: text.trim(), from: { ...drawing.from, value } })}>
            Keep
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <TextField label="Text" value={text} onChange={setText} maxLength={MAX_NOTE} rows={drawing.kind === "note" ? 3 : 1} autoFocus />
        {drawing.kind === "level" ? (
          <NumberField label="Level" value={value} step={0.01} onChange={(next) => next !== null && setValue(next)} />
        ) : null}
      </div>
    </Dialog>
  );
}
