import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";

/** Input types as named in the sentence, with the reason if detected. */
const KINDS = {
  prices: { words: "prices", found: "every value is above zero" },
  values: { words: "portfolio values", found: "every value is above zero" },
  returns: { words: "returns", found: "a column of returns, or values at or below zero" },
  "log-returns": { words: "log returns", found: "a column of log returns" },
  record: { words: "a track record", found: "an account column, a column of returns, or values at or below zero" },
} as const;
type Kind = keyof typeof KINDS;

interface InputTypeProps<Of extends Kind> {
  /** The input type of the result, and the alternative. */
  kind: Of;
  other: Of;
  /** Unit of returns, if it was detected too. */
  unit?: string | null;
  /** Replaces kind and unit if they are not the same for all. */
  words?: string;
  /** The setting used for the result, and the one in the form. */
  used: string;
  setting: string;
  choose: (kind: Of) => void;
  /** Recomputes with the setting in the form. */
  run: () => void;
}

/** Shown with a result: its input type and the reason for it, and a button that switches the type and recomputes. */
export function InputType<Of extends Kind>({ kind, other, unit, words, used, setting, choose, run }: InputTypeProps<Of>) {
  const due = useRef<Of | null>(null);
  useEffect(() => {
    if (due.current === null || due.current !== setting) return;
    due.current = null;
    // The screen's inputs are current only after all effects of this render, of which the screen's own is last.
    queueMicrotask(run);
  }, [setting, run]);
  const press = () => {
    if (setting === other) return run();
    due.current = other;
    choose(other);
  };
  const { words: plain, found } = KINDS[kind];
  // Returns were requested, but the panel contains the prices compounded from them: there is no alternative.
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
