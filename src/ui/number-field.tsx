import type { KeyboardEvent, ReactNode } from "react";
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
  /** The label is read out but not shown: only where a visible label is beside. */
  labelHidden?: boolean;
  className?: string;
}

/** Reads numbers as the user's language writes them. A value out of range is kept and marked, never changed silently. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, hint, error, aside, unit, labelHidden, step = 1, className = "", ...rest } = props;
  // Only a count's step of 1 says which values are valid. Any other says how far an arrow key goes: 3.33% is as good as 3%.
  const free = step !== 1 || unit === "%";
  // A unit the label names is not written again: "Out-of-Sample %".
  const shownUnit = unit && !label.includes(unit) ? unit : null;
  const nudge = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (!free || direction === 0 || rest.isDisabled) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(nextStep(value ?? 0, step, direction, rest.minValue, rest.maxValue));
  };
  return (
    <AriaNumberField
      formatOptions={{ maximumFractionDigits: 12, useGrouping: false }}
      {...rest}
      step={free ? ANY_VALUE : props.step}
      aria-label={labelHidden ? label : undefined}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      commitBehavior="validate"
      validationBehavior="aria"
      isInvalid={error ? true : undefined}
      className={className}
    >
      {labelHidden ? null : <FieldLabel aside={aside}>{label}</FieldLabel>}
      <Group className="relative" onKeyDownCapture={nudge}>
        <Input className={`${CONTROL} num ${shownUnit ? "pr-11" : ""}`} />
        {shownUnit ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-small text-faint"
          >
            {shownUnit}
          </span>
        ) : null}
      </Group>
      <FieldNotes hint={hint} error={error} />
    </AriaNumberField>
  );
}

/** A step so fine that every decimal a user types is a multiple of it. */
const ANY_VALUE = 1e-9;

/** The next multiple of `step` in a direction, within the range; tenths stay tenths (0.1 + 0.2 is 0.3). */
function nextStep(
  value: number,
  step: number,
  direction: 1 | -1,
  least = Number.NEGATIVE_INFINITY,
  most = Number.POSITIVE_INFINITY,
): number {
  const units = Number((value / step).toFixed(6));
  const next = direction > 0 ? Math.floor(units) + 1 : Math.ceil(units) - 1;
  return Math.min(most, Math.max(least, Number((next * step).toFixed(12))));
}
