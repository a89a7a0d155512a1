import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Select as AriaSelect, Button, ListBox, Popover, SelectValue } from "react-aria-components";
import { CONTROL, FieldLabel, FieldNotes, FLOATING } from "./field.tsx";
import { OptionItem, type SelectOption } from "./select-option.tsx";

export type { SelectOption };

export interface SelectProps<T extends string> {
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

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, value, options, onChange, placeholder, hint, error, aside, disabled, className = "" } = props;
  const choose = (key: unknown) => {
    const option = options.find((candidate) => candidate.value === key);
    if (option) onChange(option.value);
  };
  return (
    <AriaSelect
      value={value}
      onChange={choose}
      placeholder={placeholder}
      isDisabled={disabled}
      isInvalid={Boolean(error)}
      className={`group/select min-w-0 ${className}`}
    >
      <FieldLabel aside={aside}>{label}</FieldLabel>
      <Button className={`${CONTROL} flex items-center justify-between gap-2 text-left group-invalid/select:border-bad`}>
        <SelectValue className="truncate placeholder-shown:text-faint [&_[slot=description]]:hidden" />
        <ChevronDown aria-hidden="true" size={14} className="shrink-0 text-faint" />
      </Button>
      <FieldNotes hint={hint} error={error} />
      <Popover className={`${FLOATING} min-w-(--trigger-width) max-w-[min(24rem,92vw)] overflow-auto p-1`}>
        <ListBox items={options.map((option) => ({ ...option, id: option.value }))} className="outline-none">
          {(option) => <OptionItem {...option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
