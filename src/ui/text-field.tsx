import type { ReactNode } from "react";
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps, Input, TextArea } from "react-aria-components";
import { CONTROL, FieldLabel, FieldNotes } from "./field.tsx";

export interface TextFieldProps extends Omit<AriaTextFieldProps, "children" | "className" | "style" | "isInvalid"> {
  label: string;
  hint?: ReactNode;
  /** Shown in red under the box; none if empty or null. */
  error?: string | null;
  aside?: ReactNode;
  placeholder?: string;
  /** More than one: a text area of that height. */
  rows?: number;
  className?: string;
}

export function TextField({ label, hint, error, aside, placeholder, rows = 1, className = "", ...rest }: TextFieldProps) {
  return (
    <AriaTextField {...rest} isInvalid={Boolean(error)} className={className}>
      <FieldLabel aside={aside}>{label}</FieldLabel>
      {rows > 1 ? (
        <TextArea rows={rows} placeholder={placeholder} className={`${CONTROL} block h-auto! resize-y py-1.5`} />
      ) : (
        <Input placeholder={placeholder} className={CONTROL} />
      )}
      <FieldNotes hint={hint} error={error} />
    </AriaTextField>
  );
}
