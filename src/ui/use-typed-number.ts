import { useState } from "react";
import { readNumber, writeNumber } from "../lib/read-number.ts";
import { announce } from "./announcer.ts";

/** The number of a box, and what it may be. */
export interface TypedNumber {
  label: string;
  /** null = empty. */
  value: number | null;
  /** Called when the number is complete: on leaving the box, Enter, or an arrow key. */
  onChange: (value: number | null) => void;
  minValue?: number;
  maxValue?: number;
  /** How far an arrow key goes; a count's step of 1 also says that only whole numbers are valid. */
  step?: number;
  /** Small muted unit inside the box: "days", "%". */
  unit?: string;
  /** Whether a number out of range is refused, where nothing could be done with it; else it is kept and marked. */
  refusing?: boolean;
}

/** What is typed into the box of a number until it is handed over, and why it is not. */
export function useTypedNumber(field: TypedNumber, locale: string) {
  const { label, value, onChange, minValue, maxValue, step, unit, refusing } = field;
  const [known, setKnown] = useState(value);
  /** Null where the box shows the value. */
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
    // Any other step says how far an arrow key goes: 3.33% is as good as 3%.
    return step === 1 && unit !== "%" && !Number.isInteger(next) ? "Must be a whole number." : null;
  };
  const refuse = (reason: string) => {
    const words = value === null ? reason : `${reason} ${written} is kept.`;
    setRefusal(words);
    announce(`${label}: ${words}`, "assertive");
  };
  /** Hands over what is typed. @returns the number the box then holds, null where it is empty, undefined where it holds none */
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
