import type { Series } from "../../../workers/contract";
import type { RegimeLimits } from "../../../workers/engine/schema";
import { canceled } from "../../client/failures";
import { useRelease } from "../../client/use-release";
import { count } from "../../lib/format.ts";
import { stepsPerYearOf, useStepsPerYear } from "../../state/use-steps-per-year.ts";
import { announce } from "../../ui/announcer.ts";
import { useLatest } from "../../ui/use-latest.ts";
import { type Analysis, answer, type Finished, useAnalysis } from "../use-analysis";
import type { MarketInputs } from "./market-inputs.ts";
import { type MarketData, type MarketSeries, pricesOf, TWO_ZEROS } from "./use-market-data.ts";

export type DecisionSettings = Pick<MarketInputs, "smaPeriod" | "emaPeriod" | "rsiPeriod"> & {
  annualization: number;
  /** Limits of the combined score by regime; null = those of the rules. */
  limits: RegimeLimits | null;
};

/** One finished run, with everything it was asked with: what is shown belongs together, whatever the form says by now. */
export type DecisionRun = Finished<
  "analyze-market",
  {
    series: MarketSeries;
    /** What was in the box. */
    text: string;
    news: string;
    settings: DecisionSettings;
  }
>;

/** Fetches what writes a finished run down; a constant of the screen. */
export type Recorder = () => Promise<(run: DecisionRun) => Promise<void>>;

/** What decides the answer besides the news, as one comparable text. */
const fingerprint = ({ typed, csv }: MarketSeries, settings: DecisionSettings): string => {
  const { smaPeriod, emaPeriod, rsiPeriod, annualization, limits } = settings;
  return JSON.stringify([typed?.hash, csv?.hash, smaPeriod, emaPeriod, rsiPeriod, annualization, limits]);
};

/** The series that determines the data frequency; null where prices of two are concatenated. */
const rhythmOf = ({ typed, csv }: MarketSeries): Series | null => (typed && csv ? null : (typed ?? csv));

export type DecisionControl = Analysis<DecisionRun> & {
  /** Steps per year by the user's settings. */
  usual: number;
};

/** Asks the engine, and knows when the form has moved on. */
export function useDecision(data: MarketData, inputs: MarketInputs, record: Recorder, limits: RegimeLimits | null = null): DecisionControl {
  const usual = useStepsPerYear(rhythmOf(data.series));
  const latest = useLatest({ data, inputs, limits });
  const analysis = useAnalysis<DecisionRun>({
    work: async (turn) => {
      const series = await data.settled();
      // What was written while the fields were being read counts.
      const { inputs: form, limits: asked, data: read } = latest.current;
      const { news, smaPeriod, emaPeriod, rsiPeriod } = form;
      const annualization = form.annualization ?? stepsPerYearOf(rhythmOf(series));
      const settings = { smaPeriod, emaPeriod, rsiPeriod, annualization, limits: asked };
      const { box, csv } = read;
      const given = pricesOf(series) ?? (box.text !== "" && csv.empty ? TWO_ZEROS : null);
      // What kept a file from being read is beside it.
      if (!given) return canceled();
      // Whoever writes the run down is there when the result is: the page may go at once.
      record().catch(() => undefined);
      const { prices, times, appended } = given;
      const input = { prices, times, appended, news, settings, ...("substituted" in given && { substituted: true }) };
      return answer(turn, "analyze-market", input, { series, text: box.text, news, settings });
    },
    isStale: (run) =>
      run.news !== inputs.news ||
      fingerprint(run.series, run.settings) !==
        fingerprint(data.series, { ...inputs, annualization: inputs.annualization ?? usual, limits }),
    onDone: (run) => {
      const { columns, result, statistics } = run.value;
      // The record is written later, maybe when this run is not shown any more: it holds the columns itself.
      const kept = { ...run, value: { ...run.value, columns: { ...columns } } };
      void record().then((write) => write(kept));
      announce(`Decided: ${result.action}, from ${count(statistics.count)} prices`);
    },
  });
  useRelease(analysis.shown?.value);
  return { ...analysis, usual };
}
