import { useEffect, useRef, useState } from "react";
import { ProgressBar as AriaProgressBar } from "react-aria-components";
import type { Fraction, Millis } from "../../workers/contract";
import { percent } from "../lib/format.ts";
import { Button } from "./button.tsx";

export interface ProgressBarProps {
  /** Name of the running step: "Fitting GARCH(1,1)". */
  label: string;
  /** 0 to 1; null if unknown. */
  fraction: number | null;
  onCancel?: () => void;
}

/** Minimum elapsed time for an estimate: the rate is unreliable before, and short jobs finish before it is read. */
const SETTLED: Millis = 2000;
const MIN_DONE: Fraction = 0.02;

/** "12 s left", from the rate so far; "" while no estimate is possible. */
function useTimeLeft(fraction: Fraction | null): string {
  const [text, setText] = useState("");
  const began = useRef({ at: 0, from: 1, last: 1 });
  useEffect(() => {
    const now = performance.now();
    // A new step has begun.
    if (fraction === null || fraction < began.current.last) began.current = { at: now, from: fraction ?? 0, last: fraction ?? 1 };
    const { at, from } = began.current;
    began.current.last = fraction ?? 1;
    const done = (fraction ?? 0) - from;
    const seconds = now - at > SETTLED && done > MIN_DONE ? ((now - at) * (1 - from - done)) / done / 1000 : 0;
    const rest = seconds < 60 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
    setText(seconds < 1 ? "" : ` · ${rest} left`);
  }, [fraction]);
  return text;
}

export function ProgressBar({ label, fraction, onCancel }: ProgressBarProps) {
  const left = useTimeLeft(fraction);
  return (
    <div className="flex items-center gap-3">
      <AriaProgressBar
        aria-label={label}
        value={fraction ?? undefined}
        isIndeterminate={fraction === null}
        minValue={0}
        maxValue={1}
        formatOptions={{ style: "percent" }}
        className="min-w-0 flex-1"
      >
        <div className="flex flex-wrap justify-between gap-x-3 text-muted text-small">
          <span className="max-w-full truncate">{label}</span>
          {fraction === null ? null : <span className="num shrink-0">{percent(fraction, 0) + left}</span>}
        </div>
        <div className="mt-1 h-[3px] overflow-hidden rounded-full bg-line">
          {fraction === null ? (
            <div className="h-full w-2/5 motion-safe:animate-[slide_1.2s_ease-in-out_infinite] rounded-full bg-accent" />
          ) : (
            <div className="h-full rounded-full bg-accent" style={{ width: `${fraction * 100}%` }} />
          )}
        </div>
      </AriaProgressBar>
      {onCancel ? (
        <Button size="small" onPress={onCancel} keys="Esc">
          Cancel
        </Button>
      ) : null}
    </div>
  );
}
