import type { ClipboardEvent, KeyboardEvent, ReactNode } from "react";
import { Group, Input, TextField, useLocale } from "react-aria-components";
import { LONGEST_NUMBER, writeNumber } from "../lib/read-number.ts";
import { announce } from "./announcer.ts";
import { CONTROL, FieldLabel, FieldNotes } from "./field.tsx";
import { type TypedNumber, useTypedNumber } from "./use-typed-number.ts";

export interface NumberFieldProps extends TypedNumber {
  hint?: ReactNode;
  error?: string | null;
  aside?: ReactNode;
  /** The label is for screen readers only: there must be a visible one beside the field. */
  labelHidden?: boolean;
  isDisabled?: boolean;
  className?: string;
}

/**
 * Parses numbers in the user's locale and any other unambiguous notation. Invalid input stays in the box with an error below it; a value
 * out of range is kept and marked. No number is ever changed silently.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, minValue, maxValue, step = 1, hint, error, aside, unit, labelHidden, isDisabled } = props;
  const { locale } = useLocale();
  const typed = useTypedNumber(props, locale);
  const { commit, refuse } = typed;
  // A unit already in the label is not repeated: "Out-of-Sample %".
  const shownUnit = unit && !label.includes(unit) ? unit : null;
  const press = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (event.key === "Enter") commit();
    if (direction === 0 || isDisabled || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const from = commit();
    if (from === undefined) return;
    const next = nextStep(from ?? 0, step, direction, minValue, maxValue);
    if (next === from) return;
    onChange(next);
    announce(writeNumber(next, locale), "assertive");
  };
  // Not pasted natively: a box would join a column of numbers into one, and truncate a long text.
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text/plain");
    if (pasted.length < LONGEST_NUMBER && !/[\n\r\t]/.test(pasted.trim())) return;
    event.preventDefault();
    refuse("The pasted text is not one number.");
  };
  const trouble = typed.refusal ?? (error || (value === null ? null : typed.faultOf(value)));
  return (
    <TextField
      isDisabled={isDisabled}
      aria-label={labelHidden ? label : undefined}
      value={typed.text}
      onChange={typed.edit}
      onBlur={commit}
      validationBehavior="aria"
      isInvalid={trouble !== null}
      className={props.className}
    >
      {labelHidden ? null : <FieldLabel aside={aside}>{label}</FieldLabel>}
      <Group className="relative" onKeyDownCapture={press}>
        <Input
          inputMode={minValue !== undefined && minValue >= 0 ? "decimal" : ANY_SIGN}
          maxLength={LONGEST_NUMBER}
          autoComplete="off"
          autoCorrect="off"
          spellCheck="false"
          aria-roledescription="Number field"
          onPaste={paste}
          className={`${CONTROL} num ${shownUnit ? "pr-11" : ""}`}
        />
        {shownUnit ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-small text-faint"
          >
            {shownUnit}
          </span>
        ) : null}
      </Group>
      <FieldNotes hint={hint} error={trouble} />
    </TextField>
  );
}

/** The numeric keyboard of an iPhone has no minus sign. */
const ANY_SIGN = navigator.userAgent.includes("iPhone") ? "text" : "numeric";

/** The next multiple of `step` in a direction, within the range, without binary rounding (0.1 + 0.2 is 0.3). */
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
