import { startTransition, useCallback, useRef, useState } from "react";
import type { Failure, Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { messages } from "../../../workers/messages";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import type { JobInput, JobValue } from "../../client/pool";
import { partOf, useJob } from "../../client/use-job";
import { type CuriositySettings, limitsOf } from "./settings";

export type CuriosityValue = JobValue<Jobs, "analyze-curiosity">;
export type StructureValue = JobValue<Jobs, "measure-structure">;

/** What a shown result was computed from. */
export interface CuriosityRun {
  series: Series;
  /** Column that was analyzed. */
  values: Float64Array;
  settings: CuriositySettings;
  annualization: number;
  value: CuriosityValue;
  /** When it was there. */
  at: number;
}

const PREFIX = messages.analysisFailed("");

/** A failure of the analysis in the words of this screen: 'Analysis failed: {reason}'. */
const inScreenWords = (failure: Failure): Failure =>
  failure.message.startsWith(PREFIX) ? failure : { ...failure, message: messages.analysisFailed(failure.message) };

export const columnOf = (series: Series, name: string | null) =>
  series.columns.find((column) => column.name === name) ?? series.columns[series.primary];

/** Analyses, then measures structure; the last finished result stays until a newer one is done. */
export function useCuriosity(source: SeriesSource, settings: CuriositySettings, annualization: number) {
  const analysis = useJob("analyze-curiosity");
  const structure = useJob("measure-structure");
  const [shown, setShown] = useState<CuriosityRun | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [waiting, setWaiting] = useState(false);
  const newest = useRef(0);

  /** @param text what stood in the data field; null where a result only comes back, and is in the list of runs already */
  const examine = useCallback(
    async (run: CuriosityRun, text: string | null): Promise<void> => {
      const startedAt = Date.now();
      const input: JobInput<Jobs, "measure-structure"> = { values: run.values, kind: run.value.kind, shape: 0 };
      const outcome = await structure.run(input);
      if (!outcome.ok || text === null) return;
      const asked = { input, text, startedAt, millis: Date.now() - startedAt };
      void import("./record").then(({ recordStructure }) => recordStructure(run, outcome.value, asked));
    },
    [structure.run],
  );

  /** True once the result is there. */
  const run = useCallback(async (): Promise<boolean> => {
    const turn = ++newest.current;
    structure.cancel();
    setFailure(null);
    setWaiting(true);
    const series = await source.settled();
    if (turn !== newest.current) return false;
    setWaiting(false);
    if (series === null) {
      // What stands in the field and could not be read has said why.
      setFailure(source.empty ? { code: "bad-input", message: messages.selectFileFirst } : null);
      return false;
    }
    const { values } = columnOf(series, settings.column);
    const startedAt = Date.now();
    const input: JobInput<Jobs, "analyze-curiosity"> = {
      values,
      kind: settings.kind,
      times: series.times,
      annualization,
      seed: settings.seed ?? Number.NaN,
      limits: limitsOf(settings),
    };
    const outcome = await analysis.run(input);
    if (turn !== newest.current) return false;
    if (!outcome.ok) {
      if (outcome.failure.code !== "canceled") setFailure(inScreenWords(outcome.failure));
      return false;
    }
    const done: CuriosityRun = { series, values, settings, annualization, value: outcome.value, at: Date.now() };
    startTransition(() => setShown(done));
    void examine(done, source.text);
    const asked = { input, text: source.text, startedAt, millis: Date.now() - startedAt };
    void import("./record").then(({ record }) => record(done, asked));
    void import("./notify").then(({ notify }) => notify(done));
    return true;
  }, [source.settled, source.empty, source.text, settings, annualization, analysis.run, structure.cancel, examine]);

  const cancel = useCallback(() => {
    newest.current++;
    setWaiting(false);
    analysis.cancel();
    structure.cancel();
  }, [analysis.cancel, structure.cancel]);

  /** Takes the results away; what puts them back. */
  const clear = useCallback((): (() => void) => {
    cancel();
    const before = shown;
    setShown(null);
    setFailure(null);
    structure.reset();
    return () => {
      if (!before) return;
      setShown(before);
      void examine(before, null);
    };
  }, [shown, cancel, structure.reset, examine]);

  const progress = analysis.progress;
  const examined = partOf(structure.state);
  return {
    shown,
    failure,
    forget: useCallback(() => setFailure(null), []),
    /** An analysis is under way, or waits for its data. */
    busy: waiting || progress !== null,
    progress,
    structure: examined.value,
    structureFailure: examined.failure,
    structureProgress: examined.progress,
    run,
    cancel,
    clear,
  };
}

export type CuriosityControl = ReturnType<typeof useCuriosity>;

/** Whether data or settings are no longer those of the shown result. */
export const isStale = (run: CuriosityRun, series: Series | null, settings: CuriositySettings, annualization: number): boolean => {
  const { notify: _, ...now } = settings;
  const { notify: __, ...then } = run.settings;
  return run.series.hash !== series?.hash || run.annualization !== annualization || JSON.stringify(now) !== JSON.stringify(then);
};
