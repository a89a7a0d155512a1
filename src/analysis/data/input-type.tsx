import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";

/** What values may be taken for, as the sentence names it, with why they are where nobody has chosen. */
const KINDS = {
  prices: { words: "prices", found: "every value is above zero" },
  values: { words: "portfolio values", found: "every value is above zero" },
  returns: { words: "returns", found: "a column of returns, or values at or below zero" },
  "log-returns": { words: "log returns", found: "a column of log returns" },
  record: { words: "a track record", found: "an account column, a column of returns, or values at or below zero" },
} as const;
type Kind = keyof typeof KINDS;

export interface InputTypeProps<Of extends Kind> {
  /** What the result took its values for, and the kind it could have taken them for instead. */
  kind: Of;
  other: Of;
  /** What returns are in, where that was found too. */
  unit?: string | null;
  /** Said in place of kind and unit, where they are not all the same. */
  words?: string;
  /** The setting the result was computed with, and the one in the form. */
  used: string;
  setting: string;
  choose: (kind: Of) => void;
  /** Computes again, with the setting in the form. */
  run: () => void;
}

/** Beside a result: what its values were read as and why, and a button that reads them as the other kind and computes again. */
export function InputType<Of extends Kind>({ kind, other, unit, words, used, setting, choose, run }: InputTypeProps<Of>) {
  const due = useRef<Of | null>(null);
  useEffect(() => {
    if (due.current === null || due.current !== setting) return;
    due.current = null;
    // What the screen runs with is up to date once every effect of this drawing has run, the screen's own after this one.
    queueMicrotask(run);
  }, [setting, run]);
  const press = () => {
    if (setting === other) return run();
    due.current = other;
    choose(other);
  };
  const { words: plain, found } = KINDS[kind];
  // Returns were asked for, and the panel has the prices made of them in their place: there is nothing else to read.
  const isInPlace = used.endsWith("returns") && (kind === "prices" || kind === "values");
  const why = isInPlace ? "returns compounded into prices" : used === "auto" ? `auto-detected: ${found}` : "as chosen";
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-small">
      <span>
        Input type: <span className="text-text">{words ?? (unit ? `${plain} ${unit}` : plain)}</span> ({why})
      </span>
      {isInPlace ? null : (
        <Button size="small" onPress={press}>
          Read as {KINDS[other].words}
        </Button>
      )}
    </p>
  );
}
