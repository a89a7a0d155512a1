import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { ComboBox as AriaComboBox, Button, Group, Input, ListBox, Popover } from "react-aria-components";
import { CONTROL, FieldLabel, FieldNotes, FLOATING } from "./field.tsx";
import { OptionItem, type SelectOption } from "./select-option.tsx";

export interface ComboboxProps<T extends string> {
  label: string;
  value: T | null;
  options: readonly SelectOption<T>[];
  /** null once the box is emptied. */
  onChange: (value: T | null) => void;
  placeholder?: string;
  /** Stands in the list when nothing contains what was typed. */
  empty?: string;
  hint?: ReactNode;
  error?: string | null;
  aside?: ReactNode;
  disabled?: boolean;
  className?: string;
}

/** One of many, found by typing any part of its name: for more choices than a `Select` shows at a glance. */
export function Combobox<T extends string>(props: ComboboxProps<T>) {
  const { label, value, options, onChange, placeholder, empty = "Nothing found", hint, error, aside, disabled, className = "" } = props;
  const choose = (key: unknown) => onChange(options.find((option) => option.value === key)?.value ?? null);
  return (
    <AriaComboBox
      value={value}
      onChange={choose}
      defaultItems={options.map((option) => ({ ...option, id: option.value }))}
      menuTrigger="focus"
      allowsEmptyCollection
      isDisabled={disabled}
      isInvalid={Boolean(error)}
      className={`min-w-0 ${className}`}
    >
      <FieldLabel aside={aside}>{label}</FieldLabel>
      <Group className="relative">
        <Input placeholder={placeholder} className={`${CONTROL} pr-8`} />
        <Button className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded-[6px] text-faint hover:text-text disabled:opacity-50">
          <ChevronDown aria-hidden="true" size={14} />
        </Button>
      </Group>
      <FieldNotes hint={hint} error={error} />
      <Popover className={`${FLOATING} w-(--trigger-width) min-w-48 max-w-[calc(100vw-24px)] overflow-auto p-1`}>
        <ListBox<SelectOption<T> & { id: T }>
          className="outline-none"
          renderEmptyState={() => <span className="block px-2 py-1 text-muted">{empty}</span>}
        >
          {(option) => <OptionItem {...option} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
