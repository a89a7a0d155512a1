import { useState } from "react";
import { readNumber, writeNumber } from "../lib/read-number.ts";
import { announce } from "./announcer.ts";

/** Value, limits and unit of a number field. */
export interface TypedNumber {
  label: string;
  /** Null if empty. */
  value: number | null;
  /** Called when the number is complete: on blur, Enter, or an arrow key. */
  onChange: (value: number | null) => void;
  minValue?: number;
  maxValue?: number;
  /** Step of an arrow key; 1 also means that only whole numbers are valid. */
  step?: number;
  /** Small muted unit inside the box: "days", "%". */
  unit?: string;
  /** Whether a number out of range is rejected instead of kept and marked: for values nothing can be done with. */
  refusing?: boolean;
}

/** Draft text of a number field until it is committed, and its error. */
export function useTypedNumber(field: TypedNumber, locale: string) {
  const { label, value, onChange, minValue, maxValue, step, unit, refusing } = field;
  const [known, setKnown] = useState(value);
  /** Null while the box shows the value. */
  const [draft, setDraft] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const edit = (typed: string | null) => {
    setDraft(typed);
    setRefusal(null);
  };
  if (!Object.is(known, value)) {
    setKnown(value);
    edit(null);
  }
  const written = value === null ? "" : writeNumber(value, locale);
  /** Why a number is out of range, or null. */
  const faultOf = (next: number) => {
    if (minValue !== undefined && next < minValue) return `Must be at least ${writeNumber(minValue, locale)}.`;
    if (maxValue !== undefined && next > maxValue) return `Must be at most ${writeNumber(maxValue, locale)}.`;
    // Any other step is only that of arrow keys: 3.33% is as valid as 3%.
    return step === 1 && unit !== "%" && !Number.isInteger(next) ? "Must be a whole number." : null;
  };
  const refuse = (reason: string) => {
    const words = value === null ? reason : `${reason} ${written} is kept.`;
    setRefusal(words);
    announce(`${label}: ${words}`, "assertive");
  };
  /** Commits the draft. @returns the number then in the box, null if it is empty, undefined if it is not a number */
  const commit = (): number | null | undefined => {
    if (draft === null) return value;
    // The box may show fewer digits than the value has.
    if (draft === written) {
      edit(null);
      return value;
    }
    const next = draft.trim() ? readNumber(draft, locale, unit) : null;
    const fault = next !== null && (Number.isNaN(next) ? "Not a number." : refusing ? faultOf(next) : null);
    if (fault) return void refuse(fault);
    edit(null);
    if (next !== value) onChange(next);
    return next;
  };
  return { text: draft ?? written, refusal, edit, commit, refuse, faultOf };
}
