import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from "react";
import { CONTROL, FieldLabel, labelOf, notesOf, OwnField, OwnNotes } from "./field.tsx";
import { onDemand } from "./on-demand.ts";
import type { SelectListProps } from "./select-list.tsx";
import type { SelectOption } from "./select-option.tsx";
import { useStable } from "./use-latest.ts";
import { useOptionKeys } from "./use-option-keys.ts";

export type { SelectOption };

interface SelectProps<T extends string> {
  label: string;
  value: T | null;
  options: readonly SelectOption<T>[];
  onChange: (value: T) => void;
  placeholder?: string;
  hint?: ReactNode;
  error?: string | null;
  aside?: ReactNode;
  disabled?: boolean;
  className?: string;
}

const list = onDemand<SelectListProps>(async () => (await import("./select-list.tsx")).SelectList);

/**
 * A button that opens a list of options. The list is loaded separately: with its dependencies it is a fifth of what a tool needs to render.
 */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, options, onChange, placeholder, hint, error, aside, disabled, className = "" } = props;
  const [open, setOpen] = useState<{ focus: SelectListProps["focus"] } | null>(null);
  const close = useStable(() => setOpen(null));
  const List = list.usePart(open !== null, close);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const choose = (key: string) => {
    const option = options.find((candidate) => candidate.value === key);
    if (option) onChange(option.value);
  };
  const optionKeys = useOptionKeys(options, value, choose);
  // On press rather than release, like native lists. The button takes focus first, so that focus returns to it.
  const press = (event: MouseEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    button.current?.focus({ preventScroll: true });
    setOpen({ focus: null });
  };
  const key = (event: KeyboardEvent) => {
    const opens = event.key === "ArrowDown" || event.key === "ArrowUp";
    // While the list is still loading, the button has the focus.
    const closes = event.key === "Escape" && open;
    if (opens) setOpen({ focus: event.key === "ArrowUp" ? "last" : "first" });
    if (closes) close();
    if (opens || closes || optionKeys(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const chosen = options.find((option) => option.value === value);
  return (
    <>
      <OwnField id={id} elementType="span" onClick={() => button.current?.focus()}>
        <div data-rac="" data-invalid={error ? "" : undefined} className={`group/select min-w-0 ${className}`}>
          <FieldLabel aside={aside}>{label}</FieldLabel>
          <button
            ref={button}
            type="button"
            disabled={disabled}
            aria-haspopup="listbox"
            aria-expanded={open !== null}
            aria-controls={open && List ? `${id}-list` : undefined}
            aria-labelledby={`${id}-value ${labelOf(id)}`}
            aria-describedby={notesOf(id, props)}
            onPointerEnter={list.prepare}
            onFocus={list.prepare}
            onMouseDown={press}
            // Not by mouse: Enter, Space or a screen reader.
            onClick={({ detail }) => detail === 0 && setOpen({ focus: "first" })}
            onKeyDown={key}
            className={`${CONTROL} flex items-center justify-between gap-2 text-left group-invalid/select:border-bad`}
          >
            <span id={`${id}-value`} className={`truncate ${chosen ? "" : "text-faint"}`}>
              {chosen?.label ?? placeholder ?? "Select an item"}
            </span>
            <ChevronDown aria-hidden="true" size={14} className="shrink-0 text-faint" />
          </button>
          <OwnNotes hint={hint} error={error} />
        </div>
      </OwnField>
      {open && List ? (
        <List
          id={`${id}-list`}
          button={button}
          labelledBy={labelOf(id)}
          value={value}
          options={options}
          focus={open.focus}
          onChoose={choose}
          onClose={close}
        />
      ) : null}
    </>
  );
}
