import { useEffect } from "react";
import type { Clearable } from "../../analysis/data/use-clear";
import type { Analysis } from "../../analysis/use-analysis";
import { useLatest } from "../../ui/use-latest.ts";
import type { BatchRun } from "./batch-run";
import { forgetRun, keptRun } from "./kept-run";

type BatchAnalysis = Analysis<BatchRun, [stopped?: BatchRun, how?: "as-it-is"]>;

/** Shows again what was left by a reload or for another screen, unless the person was faster; what it gives back clears it here and there. */
export function useKeptRun(analysis: BatchAnalysis): Clearable {
  const latest = useLatest(analysis);
  useEffect(() => {
    void keptRun().then((kept) => {
      const { busy, partial, shown, run } = latest.current;
      if (kept && !busy && !partial && !shown) void run(kept, "as-it-is");
    });
  }, [latest]);
  const { shown } = analysis;
  const clear = () => {
    const restore = analysis.clear();
    const keep = shown ? forgetRun(shown) : () => undefined;
    return () => {
      restore();
      keep();
    };
  };
  return { shown, clear };
}
