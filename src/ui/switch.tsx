import type { ReactNode } from "react";
import { Switch as AriaSwitch } from "react-aria-components";

interface SwitchProps {
  children: ReactNode;
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean;
  className?: string;
}

/** For settings that take effect at once; a choice applied by a button is a Checkbox. */
export function Switch({ children, on, onChange, disabled, className = "" }: SwitchProps) {
  return (
    <AriaSwitch
      isSelected={on}
      onChange={onChange}
      isDisabled={disabled}
      className={`group flex min-h-6 cursor-default select-none items-start gap-2 py-0.5 text-data disabled:opacity-50 ${className}`}
    >
      <span className="mt-px flex h-4 w-7 shrink-0 items-center rounded-full border border-field-line bg-raised group-hover:border-muted px-0.5 group-selected:border-accent group-selected:bg-accent group-focus-visible:outline-2 group-focus-visible:outline-accent group-focus-visible:outline-offset-2">
        <span className="size-2.5 rounded-full bg-muted motion-safe:transition-transform group-selected:translate-x-3 group-selected:bg-on-accent" />
      </span>
      {children}
    </AriaSwitch>
  );
}
