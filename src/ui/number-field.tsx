import type { ReactNode } from "react";
import { NumberField as AriaNumberField, type NumberFieldProps as AriaNumberFieldProps, Group, Input } from "react-aria-components";
import { CONTROL, FieldLabel, FieldNotes } from "./field.tsx";

export interface NumberFieldProps
  extends Omit<AriaNumberFieldProps, "children" | "className" | "style" | "isInvalid" | "onChange" | "value"> {
  label: string;
  /** null = empty. */
  value: number | null;
  /** Called when the number is complete: on leaving the box, Enter, or an arrow key. */
  onChange: (value: number | null) => void;
  hint?: ReactNode;
  error?: string | null;
  aside?: ReactNode;
  /** Small muted unit inside the box: "days", "%". */
  unit?: string;
  /** The label is read out but not shown: only where a visible label stands beside. */
  labelHidden?: boolean;
  className?: string;
}

/** Reads numbers as the person's language writes them. A value out of range is kept and marked, never changed silently. */
export function NumberField({ label, value, onChange, hint, error, aside, unit, labelHidden, className = "", ...rest }: NumberFieldProps) {
  return (
    <AriaNumberField
      formatOptions={{ maximumFractionDigits: 12, useGrouping: false }}
      {...rest}
      aria-label={labelHidden ? label : undefined}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      commitBehavior="validate"
      validationBehavior="aria"
      isInvalid={error ? true : undefined}
      className={className}
    >
      {labelHidden ? null : <FieldLabel aside={aside}>{label}</FieldLabel>}
      <Group className="relative">
        <Input className={`${CONTROL} num ${unit ? "pr-11" : ""}`} />
        {unit ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-small text-faint"
          >
            {unit}
          </span>
        ) : null}
      </Group>
      <FieldNotes hint={hint} error={error} />
    </AriaNumberField>
  );
}
