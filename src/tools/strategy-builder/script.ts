import type { Jobs } from "../../../workers/jobs";
import type { ScriptQuestion } from "../../analysis/compared-figures";
import type { JobInput, JobValue } from "../../client/pool";
import { placeOf, trialsQuestion } from "../../strategies/search-script";

interface Searched {
  series: { name: string; hash: string };
  input: JobInput<Jobs, "optimize-strategy">;
  value: JobValue<Jobs, "optimize-strategy">;
}

const headOf = (of: string, { sharpe, totalReturn, maxDrawdown }: Searched["value"]["optimized"]["performance"]) => ({
  [`${of}: sharpeRatio`]: sharpe,
  [`${of}: returns`]: totalReturn,
  [`${of}: maxDrawdown`]: maxDrawdown,
});

/** Figures of the windows, by their names in the script. */
function figuresOf({ windows, optimized, original, outOfSamplePsr }: Searched["value"]): Record<string, number | null> {
  const eachWindow = windows.flatMap((window, k) => [
    [`window ${k + 1}: choice`, placeOf(window.index)],
    [`window ${k + 1}: in sample`, window.inSample],
    [`window ${k + 1}: optimized`, window.returns],
    [`window ${k + 1}: original`, window.original],
  ]);
  return {
    ...Object.fromEntries(eachWindow),
    ...headOf("optimized", optimized.performance),
    ...headOf("original", original.performance),
    outOfSamplePsr,
  };
}

/** A search for another program; null for a partial one, and with several instruments, news or block rules. */
export function searchQuestion({ series, input, value }: Searched): ScriptQuestion | null {
  const { sweep, windows, canceledAfter } = value;
  const { axes: _, ...traded } = input;
  if (canceledAfter) return null;
  return trialsQuestion({ series, input: traded, sweep }, `Search of parameters on ${series.name}`, windows, figuresOf(value));
}
