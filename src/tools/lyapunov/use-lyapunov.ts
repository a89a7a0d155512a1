import { closeColumn, kindFor } from "../../../workers/analyzed-column";
import { because, type Column, type Failure, fail, type Series, within } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { rangeColumns } from "../../analysis/data/price-columns";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { answer, changed, type Finished, settledSeries, useAnalysis } from "../../analysis/use-analysis";
import type { JobInput, JobValue } from "../../client/pool";
import { isTransient } from "../../state/passing-period";
import type { LyapunovSettings } from "./settings";

export type Estimate = JobValue<Jobs, "estimate-lyapunov">;
type EstimateInput = JobInput<Jobs, "estimate-lyapunov">;

/** A result with the data and settings it was computed from. */
export type LyapunovRun = Finished<
  "estimate-lyapunov",
  {
    series: Series;
    text: string;
    column: Column;
    settings: LyapunovSettings;
    /** Whether highs and lows were available. */
    ranges: boolean;
  }
>;

const COUNTS = { "19": 19, "39": 39, "99": 99 } as const;

function inputOf(series: Series, column: Column, settings: LyapunovSettings): EstimateInput {
  const ranges = rangeColumns(series);
  const { kind, dimension, lag, lagRule, theiler, steps, from, to, surrogates, method, seed } = settings;
  return {
    close: column.values,
    high: ranges?.high.values ?? null,
    low: ranges?.low.values ?? null,
    kind: kindFor(series, column, kind),
    settings: { dimension, lag, lagRule, theiler, steps, region: from === null || to === null ? null : { from, to } },
    surrogates: { count: COUNTS[surrogates], method, seed: seed ?? Number.NaN },
    // They take most of the time: during a drag they are skipped.
    checks: isTested({ series }),
  };
}

/** Whether the exponent has been tested: not for a period during a drag. */
export const isTested = ({ series }: Pick<LyapunovRun, "series">): boolean => !isTransient(series);

const reword = (failure: Failure): Failure => within("runtime/analysisFailed", failure);

/** Estimates the exponent of the series in the field. */
export const useLyapunov = (source: SeriesSource, settings: LyapunovSettings) =>
  useAnalysis<LyapunovRun>({
    work: async (turn) => {
      const read = await settledSeries(source, because("ingest/selectFileFirst"));
      if (!read.ok) return read;
      const series = read.value;
      const column = closeColumn(series, settings.column, settings.kind);
      if (!column) return fail("bad-input", "chaos/csv");
      const input = inputOf(series, column, settings);
      const basis = { series, text: source.text, column, settings, ranges: input.high !== null };
      return answer(turn, "estimate-lyapunov", input, basis, { reword, keepsPart: true });
    },
    isStale: (run) => run.series.hash !== source.series?.hash || changed(run.settings, settings),
    isPart: ({ value }) => value.canceledAfter !== undefined,
    onDone: (run) => void import("./record").then(({ record }) => record(run)),
  });
