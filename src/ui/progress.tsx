import { ProgressBar as AriaProgressBar } from "react-aria-components";
import { percent } from "../lib/format.ts";
import { Button } from "./button.tsx";

export interface ProgressBarProps {
  /** What is being done: "Fitting GARCH(1,1)". */
  label: string;
  /** 0 to 1; null = not known. */
  fraction: number | null;
  onCancel?: () => void;
}

export function ProgressBar({ label, fraction, onCancel }: ProgressBarProps) {
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
        <div className="flex justify-between gap-3 text-muted text-small">
          <span className="truncate">{label}</span>
          {fraction === null ? null : <span className="num">{percent(fraction, 0)}</span>}
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
