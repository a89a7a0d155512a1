import { Check } from "lucide-react";
import type { ReactNode } from "react";

interface CheckboxProps {
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

/** A native checkbox with a custom mark: it is in the rail of every form, and the library's is ten times as large. */
export function Checkbox({ children, checked, onChange, disabled, className = "" }: CheckboxProps) {
  return (
    <label
      className={`group relative flex min-h-6 cursor-default select-none items-start gap-2 py-0.5 text-data has-disabled:opacity-50 ${className}`}
    >
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        disabled={disabled}
        className="peer sr-only"
      />
      <span className="mt-[2px] grid size-[15px] shrink-0 place-items-center rounded-[4px] border border-field-line bg-surface text-on-accent group-hover:border-muted peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2 peer-checked:[&>svg]:visible">
        <Check aria-hidden="true" size={11} strokeWidth={3} className="invisible" />
      </span>
      {children}
    </label>
  );
}
