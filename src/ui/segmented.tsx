import { type ReactNode, useId } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode; disabled?: boolean }[];
  onChange: (value: T) => void;
  /** The label is for screen readers only. */
  labelHidden?: boolean;
  disabled?: boolean;
  className?: string;
}

/** One of two to five short options, all visible: a theme, a unit, a period. */
export function Segmented<T extends string>({ label, value, options, onChange, labelHidden, disabled, className = "" }: SegmentedProps<T>) {
  const id = useId();
  const choose = (keys: Set<unknown>) => {
    const option = options.find((candidate) => keys.has(candidate.value));
    if (option && option.value !== value) onChange(option.value);
  };
  return (
    <div className={className}>
      {labelHidden ? null : (
        <span id={id} className="mb-1 flex min-h-[18px] items-center text-muted text-small">
          {label}
        </span>
      )}
      <ToggleButtonGroup
        {...(labelHidden ? { "aria-label": label } : { "aria-labelledby": id })}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[value]}
        onSelectionChange={choose}
        isDisabled={disabled}
        className="inline-flex max-w-full flex-wrap rounded-[6px] border border-field-line bg-surface p-px"
      >
        {options.map((option) => (
          <ToggleButton
            key={option.value}
            id={option.value}
            isDisabled={option.disabled}
            className="min-h-[26px] cursor-default select-none whitespace-nowrap rounded-[5px] px-2.5 text-muted text-small -outline-offset-2 hover:text-text selected:bg-accent-soft selected:font-[550] selected:text-text disabled:opacity-50 pointer-coarse:min-h-8"
          >
            {option.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
