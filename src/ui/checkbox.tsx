import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components";

export interface CheckboxProps {
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

export function Checkbox({ children, checked, onChange, disabled, className = "" }: CheckboxProps) {
  return (
    <AriaCheckbox
      isSelected={checked}
      onChange={onChange}
      isDisabled={disabled}
      className={`group flex min-h-6 cursor-default select-none items-start gap-2 py-0.5 text-data disabled:opacity-50 ${className}`}
    >
      <span className="mt-[2px] grid size-[15px] shrink-0 place-items-center rounded-[4px] border border-field-line bg-surface text-on-accent group-hover:border-muted group-invalid:border-bad group-selected:border-accent group-selected:bg-accent group-focus-visible:outline-2 group-focus-visible:outline-accent group-focus-visible:outline-offset-2">
        <Check aria-hidden="true" size={11} strokeWidth={3} className="invisible group-selected:visible" />
      </span>
      {children}
    </AriaCheckbox>
  );
}
