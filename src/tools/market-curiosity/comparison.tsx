import { REACH } from "../../../workers/curiosity/schema";
import { count, percent, significant } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import type { CuriosityRun } from "./curiosity-run";
import { type Comparing, gpuOf, isLong, type PatternsRun } from "./use-patterns";

/** Enough digits for the first rounds of a million rows; an incomplete comparison never shows 100%. */
const shareOf = (compared: number): string => percent(Math.min(compared, 0.999), compared < 0.01 ? 2 : 1);

/** The processor used: a GPU is named, with its maximum error. */
function computedBy({ value }: PatternsRun): string {
  const gpu = gpuOf(value);
  return gpu
    ? `Computed by GPU (${gpu.device || "unnamed"}), re-checked in 64 bits: largest difference ${significant(gpu.difference, 2)}.`
    : "Computed by CPU threads.";
}

/** Progress of comparing all rows of a long series, with buttons to stop and resume. Nothing for a series compared completely. */
export function Comparison({ run, comparing }: { run: CuriosityRun; comparing: Comparing }) {
  const { shown, running, failure, start, stop } = comparing;
  if (!isLong(run)) return null;
  const rows = run.values.length;
  const all = rows > REACH.most ? `the latest ${count(REACH.most)} rows` : `all ${count(rows)} rows`;
  const compared = shown?.value.compared ?? 0;
  const words = () => {
    if (compared === 1) return `Window pairs compared: 100%, ${all}.`;
    if (shown) return `${shareOf(compared)} of window pairs compared, ${all}: patterns may still change.`;
    return `Windows compared: the latest ${count(rows - (run.value.profile?.start ?? 0))} of ${count(rows)} rows.`;
  };
  return (
    <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="tabular-nums" role={running ? undefined : "status"}>
        {words()}
      </span>
      {shown ? <span>{computedBy(shown)}</span> : null}
      {running ? (
        <Button size="small" onPress={stop}>
          Stop
        </Button>
      ) : compared < 1 ? (
        <Button size="small" onPress={() => start(run)}>
          {shown ? "Continue" : `Compare ${all}`}
        </Button>
      ) : null}
      <FailureBox failure={failure} />
    </div>
  );
}
