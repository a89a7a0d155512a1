import { useMemo } from "react";
import { type Failure, type Progress, succeed } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { COMPARING } from "../../../workers/structure/schema";
import { useAnalysis } from "../../analysis/use-analysis";
import type { JobValue } from "../../client/pool";
import type { CuriosityRun } from "./curiosity-run";

type Refined = JobValue<Jobs, "refine-patterns">;

/** Progress and result of comparing all rows of a long series. */
export interface PatternsRun {
  of: CuriosityRun;
  value: Refined;
}

export interface Comparing {
  /** Null while only the rows of the analysis itself have been compared. */
  shown: PatternsRun | null;
  running: boolean;
  failure: Failure | null;
  start(of: CuriosityRun): void;
  /** Ends the current round; earlier findings are kept, and `start` resumes from there. */
  stop(): void;
}

/** Up to this many rows all are compared automatically: a few seconds on one thread. */
const UNASKED = 150_000;

/** The last comparison of this visit, resumed when the analysis is repeated or the screen reopened. */
let kept: { key: string; value: Refined } | null = null;

const keyOf = ({ series, settings, value }: CuriosityRun): string => JSON.stringify([series.hash, settings.column, value.kind]);
const keptFor = (of: CuriosityRun): Refined | null => (kept?.key === keyOf(of) ? kept.value : null);

/** Whether the analysis itself compared only the newest rows. */
export const isLong = ({ value }: CuriosityRun): boolean => value.profile !== null && value.profile.start > 0;
export const isUnasked = (of: CuriosityRun): boolean => isLong(of) && of.values.length <= UNASKED;

/** Compares all rows of a long series in rounds, each of which refines what is shown. */
export function usePatterns(of: CuriosityRun | null) {
  const analysis = useAnalysis<PatternsRun, [CuriosityRun]>({
    work: async (turn, run) => {
      const { values, value } = run;
      for (let known = keptFor(run); ; ) {
        const share = known?.compared ?? 0;
        if (known && share === 1) return succeed({ of: run, value: known });
        if (known) turn.show({ of: run, value: known });
        const overall = ({ fraction, label }: Progress): Progress => ({ fraction: Math.max(fraction, share), label: label || COMPARING });
        const input = { values, kind: value.kind, level: value.level, known: known?.known ?? null, gpu: true };
        const outcome = await turn.ask("refine-patterns", input, { cache: false, overall });
        if (!outcome.ok) return outcome;
        known = outcome.value;
        kept = { key: keyOf(run), value: known };
      }
    },
  });
  const { shown: found, failure, progress, run, cancel, clear } = analysis;
  const shown = useMemo(() => {
    if (!of || found?.of === of) return of && found;
    const value = keptFor(of);
    return value && { of, value };
  }, [of, found]);
  const running = progress !== null;
  const comparing = useMemo(
    (): Comparing => ({ shown, running, failure, start: (next) => void run(next), stop: cancel }),
    [shown, running, failure, run, cancel],
  );
  return { comparing, progress, cancel, drop: cancel, clear };
}

/** Result of a GPU and how it was verified; null if the CPU was used. */
export const gpuOf = ({ known }: Pick<Refined, "known">) => ("device" in known ? known : null);

/** The shown patterns: those of all rows compared so far, or those the analysis found among the newest. */
export function patternsOf({ value }: CuriosityRun, refined: PatternsRun | null) {
  const { shapes, marks, profile } = refined?.value ?? value;
  const gpu = refined && gpuOf(refined.value);
  return { shapes, marks, profile, marked: profile?.start ?? 0, compared: refined?.value.compared ?? 1, gpu };
}

export type ShownPatterns = ReturnType<typeof patternsOf>;
