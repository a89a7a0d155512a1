import { because, type Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { answer, type Finished, settledSeries, useAnalysis } from "../../analysis/use-analysis";
import type { JobInput, JobValue } from "../../client/pool";
import { assetsOf } from "./alpha-input";
import type { AlphaSettings } from "./settings";

export type FoundFormula = JobValue<Jobs, "search-formulas">["found"][number];
export type SearchRun = Finished<"search-formulas", { series: Series; text: string; settings: AlphaSettings }>;

const known = (value: number | null): number => value ?? Number.NaN;

/** Searches for formulas. */
export const useSearch = (source: SeriesSource, settings: AlphaSettings) =>
  useAnalysis<SearchRun>({
    work: async (turn) => {
      const { text } = source;
      const read = await settledSeries(source, because("factors/searchFailed", { cause: because("ingest/enterMarketData") }));
      if (!read.ok) return read;
      const series = read.value;
      const input: JobInput<Jobs, "search-formulas"> = {
        assets: assetsOf(series, settings),
        method: settings.method,
        trials: known(settings.trials),
        seed: known(settings.searchSeed),
        holdout: known(settings.holdout) / 100,
        depth: known(settings.depth),
        horizon: known(settings.horizon),
        lookback: known(settings.lookback),
      };
      return answer(turn, "search-formulas", input, { series, text, settings }, { keepsPart: true });
    },
    isPart: ({ value }) => value.statistics.canceledAfter !== undefined,
    onDone: (run) => void import("./record").then(({ recordSearch }) => recordSearch(run)),
  });

export type SearchControl = ReturnType<typeof useSearch>;
