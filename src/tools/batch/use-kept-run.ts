import { useEffect, useRef } from "react";
import type { Clearable } from "../../analysis/data/use-clear";
import type { Analysis } from "../../analysis/use-analysis";
import { useLatest } from "../../ui/use-latest.ts";
import { type BatchRun, isComplete } from "./batch-run";
import { forgetRun, keptRun, left } from "./kept-run";

type BatchAnalysis = Analysis<BatchRun, [stopped?: BatchRun, how?: "as-it-is"]>;

/**
 * Restores the run left by a reload or navigation, unless the user has started another; the returned handle clears both the screen and
 * storage.
 * @param opened id of a run to reopen; "" for the newest
 * @param onOpened called once it has been looked up
 */
export function useKeptRun(analysis: BatchAnalysis, opened: string, onOpened: () => void): Clearable {
  const latest = useLatest(analysis);
  const latestOnOpened = useLatest(onOpened);
  useEffect(() => {
    if (opened === "") return;
    void keptRun(opened).then((kept) => {
      if (kept) void latest.current.run(kept, "as-it-is");
      latestOnOpened.current();
    });
  }, [latest, latestOnOpened, opened]);
  const begunWith = useRef(opened);
  useEffect(() => {
    if (begunWith.current !== "") return;
    void keptRun().then((kept) => {
      const { busy, partial, shown, run } = latest.current;
      if (kept && !busy && !partial && !shown) void run(kept, "as-it-is");
    });
  }, [latest]);
  const { shown } = analysis;
  const elsewhere = shown?.elsewhere && !isComplete(shown) ? shown.id : null;
  useEffect(() => {
    if (elsewhere === null) return;
    const gone = new AbortController();
    const ended = left(elsewhere, gone.signal)?.then(() => keptRun(elsewhere));
    ended?.then(
      (kept) => {
        if (latest.current.shown?.id !== elsewhere) return;
        // The other tab has recorded what it finished, or cleared it.
        if (kept) void latest.current.run({ ...kept, elsewhere: isComplete(kept) }, "as-it-is");
        else latest.current.clear();
      },
      () => undefined,
    );
    return () => gone.abort();
  }, [latest, elsewhere]);
  const clear = () => {
    const restore = analysis.clear();
    const keep = shown ? forgetRun(shown) : () => Promise.resolve();
    // Stored first: the screen of a run in another tab reads how that ended.
    return () => void keep().then(restore);
  };
  return { shown, clear };
}
