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
  /** Limits of the combined score by regime; null: those of the rules. */
  limits: RegimeLimits | null;
};

/** A finished run with all its inputs, so that what is shown is consistent, whatever the form contains now. */
export type DecisionRun = Finished<
  "analyze-market",
  {
    series: MarketSeries;
    /** Text of the box. */
    text: string;
    news: string;
    settings: DecisionSettings;
  }
>;

/** Loads the function that records a finished run; a constant of the screen. */
export type Recorder = () => Promise<(run: DecisionRun) => Promise<void>>;

/** Everything that determines the decision besides the news, as one comparable string. */
const fingerprint = ({ typed, csv }: MarketSeries, settings: DecisionSettings): string => {
  const { smaPeriod, emaPeriod, rsiPeriod, annualization, limits } = settings;
  return JSON.stringify([typed?.hash, csv?.hash, smaPeriod, emaPeriod, rsiPeriod, annualization, limits]);
};

/** The series that determines the data frequency; null if prices of two are concatenated. */
const rhythmOf = ({ typed, csv }: MarketSeries): Series | null => (typed && csv ? null : (typed ?? csv));

type DecisionControl = Analysis<DecisionRun> & {
  /** Steps per year by the user's settings. */
  usual: number;
};

/** Runs the engine, and detects when the form has changed since. */
export function useDecision(data: MarketData, inputs: MarketInputs, record: Recorder, limits: RegimeLimits | null = null): DecisionControl {
  const usual = useStepsPerYear(rhythmOf(data.series));
  const latest = useLatest({ data, inputs, limits });
  const analysis = useAnalysis<DecisionRun>({
    work: async (turn) => {
      const series = await data.settled();
      // Includes what was typed while the fields were being read.
      const { inputs: form, limits: asked, data: read } = latest.current;
      const { news, smaPeriod, emaPeriod, rsiPeriod } = form;
      const annualization = form.annualization ?? stepsPerYearOf(rhythmOf(series));
      const settings = { smaPeriod, emaPeriod, rsiPeriod, annualization, limits: asked };
      const { box, csv } = read;
      const given = pricesOf(series) ?? (box.text !== "" && csv.empty ? TWO_ZEROS : null);
      // The reason why a file could not be read is shown beside it.
      if (!given) return canceled();
      // Loads the recorder in parallel, so that the run is recorded even if the page is left right away.
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
      // The record is written later, possibly when this run is no longer shown: it references the columns itself.
      const kept = { ...run, value: { ...run.value, columns: { ...columns } } };
      void record().then((write) => write(kept));
      announce(`Decided: ${result.action}, from ${count(statistics.count)} prices`);
    },
  });
  useRelease(analysis.shown?.value);
  return { ...analysis, usual };
}
