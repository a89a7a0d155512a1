import { because, type Cause, type Count, type Failure, fail, type Outcome, type Series } from "../../../workers/contract";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { answer, type Finished, settledSeries, useAnalysis } from "../../analysis/use-analysis";
import { useRelease } from "../../client/use-release";
import { stepsPerYearOf } from "../../state/use-steps-per-year";
import { useStable } from "../../ui/use-latest.ts";
import { alphaInput } from "./alpha-input";
import { type AlphaSettings, settingsChanged } from "./settings";

/** A result with the data and settings it was computed from. */
export type AlphaRun = Finished<
  "mine-factors",
  {
    series: Series;
    text: string;
    settings: AlphaSettings;
    /** Number of news items without a date. */
    undated: Count;
  }
>;

const failed = (cause: Cause) => fail("bad-input", "factors/failed", { cause });
const reword = (failure: Failure): Failure =>
  failure.code === "bad-input" ? failure : { code: "bad-input", ...because("factors/failed", { cause: failure }) };

/** Parses the news, computes the factors and tests them. */
export function useAlpha(source: SeriesSource, settings: AlphaSettings) {
  const analysis = useAnalysis<AlphaRun>({
    work: async (turn): Promise<Outcome<AlphaRun>> => {
      const { text } = source;
      const read = await settledSeries(source, because("ingest/enterMarketData"));
      if (!read.ok) return read.failure.code === "canceled" ? read : failed(read.failure);
      const series = read.value;
      const scored = await turn.ask("score-dated-news", { text: settings.news });
      if (!scored.ok) return scored.failure.code === "canceled" ? scored : failed(scored.failure);
      const { news, undated } = scored.value;
      const input = alphaInput(series, settings, settings.perYear ?? stepsPerYearOf(series), news.length > 0 ? news : null);
      return answer(turn, "mine-factors", input, { series, text, settings, undated }, { reword, keepsPart: true });
    },
    isStale: (run) => run.series.hash !== source.series?.hash || settingsChanged(run.settings, settings),
    isPart: ({ value }) => value.canceledAfter !== undefined,
    onDone: (run) => void import("./record").then(({ recordAlpha }) => recordAlpha(run)),
  });
  useRelease(analysis.shown?.value);
  /** Clears the result and releases its columns: undo restores the data, not the result. */
  const clear = useStable(() => {
    analysis.clear();
    return () => undefined;
  });
  return { ...analysis, clear };
}
