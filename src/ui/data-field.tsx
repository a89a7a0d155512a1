import { type ReactNode, useId, useRef } from "react";
import { plural } from "../lib/format.ts";
import { Button } from "./button.tsx";
import { askForClipboard, insertAtCaret, LARGE_TEXT, closeOffer as rememberOffer } from "./clipboard.ts";
import { FieldLabel, notesOf, OwnField, OwnNotes } from "./field.tsx";
import { useFileDrop } from "./file-drop.tsx";
import { usePaste } from "./use-paste.ts";

/** A series too large for a text box: what is shown instead. */
export interface LoadedText {
  /** The first lines. */
  preview: string;
  /** Number of values read; null while counting. */
  count: number | null;
  /** Unit of the count: "price", "return". */
  noun?: string;
  /** Text after the count: "0 dropped". */
  note?: ReactNode;
}

interface DataFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Receives pasted or dropped text of 20 kB and more, in a later task. It never becomes the value of the box. */
  onLargeText: (text: Blob | string) => void;
  /** Set once such a text has been received: the box then shows its preview and count, and can be cleared or replaced. */
  loaded?: LoadedText | null;
  /** Empties the box. Without it, count and Clear button are up to the caller. */
  onClear?: () => void;
  /** A file dropped on the box; without this handler it is passed to `onLargeText`. */
  onFile?: (file: File) => void;
  hint?: ReactNode;
  error?: string | null;
  /** At the right end of the label: "Use a loaded series". */
  aside?: ReactNode;
  placeholder?: string;
  rows?: number;
  /** Prose rather than figures: proportional font, with spell checking. */
  prose?: boolean;
  required?: boolean;
  disabled?: boolean;
}

export function DataField(props: DataFieldProps) {
  const { label, value, onChange, onLargeText, loaded, onClear, onFile, disabled, rows = 5, prose = false } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { onPaste, offer, closeOffer, refused } = usePaste(onLargeText, Boolean(loaded));
  const takeText = (text: string) => {
    if (text.length >= LARGE_TEXT || loaded || !area.current) onLargeText(text);
    else insertAtCaret(area.current, text);
  };
  const { dropProps, isDropTarget } = useFileDrop({ onFile: onFile ?? onLargeText, onText: takeText, disabled });
  const clear = () => {
    onClear?.();
    area.current?.focus();
  };
  const answer = (allow: boolean) => {
    rememberOffer();
    closeOffer();
    if (allow) void askForClipboard();
  };
  return (
    <OwnField id={id} htmlFor={id}>
      <div>
        <FieldLabel aside={props.aside}>{label}</FieldLabel>
        <div
          ref={box}
          {...dropProps}
          className={`relative rounded-[6px] ${isDropTarget ? "outline-2 outline-accent outline-dashed outline-offset-2" : ""}`}
        >
          <textarea
            ref={area}
            id={id}
            value={loaded ? loaded.preview : value}
            onChange={(event) => onChange(event.currentTarget.value)}
            readOnly={Boolean(loaded)}
            aria-required={props.required || undefined}
            disabled={disabled}
            aria-invalid={Boolean(props.error) || undefined}
            aria-describedby={notesOf(id, props)}
            rows={rows}
            spellCheck={prose}
            autoComplete="off"
            placeholder={props.placeholder}
            onPaste={onPaste}
            className={`${prose ? "" : "num"} block w-full resize-y rounded-[6px] border bg-surface px-2.5 py-2 text-small disabled:opacity-50 pointer-coarse:text-[16px] ${
              props.error ? "border-bad" : "border-field-line hover:border-muted disabled:hover:border-field-line"
            } ${loaded ? "resize-none overflow-hidden text-muted preview" : "text-text"}`}
          />
        </div>
        {loaded && onClear ? <LoadedCount loaded={loaded} onClear={clear} /> : null}
        {refused ? (
          <p role="alert" className="mt-1 text-small text-warn">
            The browser blocked the clipboard. Paste again.
          </p>
        ) : null}
        {offer ? <ClipboardOffer onAnswer={answer} /> : null}
        <OwnNotes hint={props.hint} error={props.error} />
      </div>
    </OwnField>
  );
}

const LoadedCount = ({ loaded, onClear }: { loaded: LoadedText; onClear: () => void }) => (
  <div className="mt-1 flex items-center justify-between gap-2 text-small">
    <span role="status" className="text-muted">
      {loaded.count === null ? "Reading…" : `${plural(loaded.count, loaded.noun ?? "value")} read`}
      {loaded.note ? <> · {loaded.note}</> : null}
    </span>
    <Button size="small" onPress={onClear}>
      Clear
    </Button>
  </div>
);

function ClipboardOffer({ onAnswer }: { onAnswer: (allow: boolean) => void }) {
  return (
    <div role="status" className="mt-2 rounded-[6px] border border-line bg-raised px-3 py-2 text-small">
      <p>Allow clipboard access for faster large pastes. It is read only on paste; nothing leaves this device.</p>
      <div className="mt-2 flex gap-2">
        <Button size="small" onPress={() => onAnswer(true)}>
          Allow
        </Button>
        <Button size="small" kind="quiet" onPress={() => onAnswer(false)}>
          Not now
        </Button>
      </div>
    </div>
  );
}
