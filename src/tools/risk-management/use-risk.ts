import { useAtomValue } from "jotai";
import { simpleAsked } from "../../../workers/analyzed-column";
import { type Count, type Failure, fail, type Outcome, type Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { datedLength } from "../../../workers/step-name";
import { chosenColumn } from "../../analysis/data/analyzed-column";
import type { SeriesSource } from "../../analysis/data/use-series-source";
import { unreadField } from "../../analysis/unread-field.tsx";
import { answer, changed, type Finished, useAnalysis } from "../../analysis/use-analysis";
import type { JobInput, JobValue } from "../../client/pool";
import { stepsPerYear } from "../../state/annualization";
import { isPassing } from "../../state/passing-period";
import { settingsAtom } from "../../state/settings";
import { asRiskFailure } from "./risk-failure";
import { NOT_OF_ANALYSIS, type RiskSettings } from "./settings";
import { valuesWithin } from "./timeframe";

type RiskInput = JobInput<Jobs, "analyze-risk">;
export type RiskReport = JobValue<Jobs, "analyze-risk">;

/** An analysis with what it was made from. */
export type RiskRun = Finished<
  "analyze-risk",
  {
    series: Series;
    text: string;
    settings: RiskSettings;
    /** Dates of the values, and of the returns; null where the series has none. */
    times: Float64Array | null;
    returnTimes: Float64Array | null;
    /** Of a period under a moving hand, where they come with the figures: each step of asking would draw the view once more. */
    byTool?: JobValue<Jobs, "figures-by-tool">;
  }
>;

/** From here on the figures are shown first, and their intervals when these are there. */
const LONG: Count = 50_000;

/** The job's input for a series and the settings of the screen. */
function inputOf(series: Series, settings: RiskSettings, perYear: number): RiskInput {
  const { column, kind, returnUnit } = settings;
  return {
    ...simpleAsked(series, chosenColumn(series, column, kind), kind, returnUnit),
    times: series.times,
    method: settings.method,
    confidenceLevel: Number(settings.confidenceLevel),
    lookbackPeriod: settings.lookbackPeriod ?? 0,
    period: valuesWithin(settings.timeframe, series.times, series.length, perYear),
    maxDrawdown: settings.maxDrawdown ?? Number.NaN,
    varThreshold: settings.varThreshold ?? Number.NaN,
    riskFree: (settings.riskFree ?? Number.NaN) / 100,
    perYear,
    draws: settings.draws ?? 0,
    seed: settings.seed ?? Number.NaN,
    iterations: settings.iterations ?? -1,
    scheme: settings.scheme,
    volatilityModel: settings.volatilityModel,
  };
}

/** The dates that belong to the newest `length` of something counted along the series. */
const newest = (times: Float64Array | null, length: Count): Float64Array | null =>
  times?.subarray(Math.max(0, times.length - length)) ?? null;

/** A report whose intervals have come, with the columns that are drawn already: they are the same, and their charts need not be drawn again. */
const overDrawn = (report: RiskReport, { drawdown, wealth, stepReturns, drawdownHistory, backtest }: RiskReport): RiskReport => ({
  ...report,
  drawdown,
  wealth,
  stepReturns,
  drawdownHistory,
  backtest,
});

/** Analyzes the portfolio. */
export function useRisk(source: SeriesSource, settings: RiskSettings, onDone: (run: RiskRun) => void) {
  const { annualization } = useAtomValue(settingsAtom);
  const perYearOf = (series: Series | null) => settings.perYear ?? stepsPerYear(annualization, series && datedLength(series));
  const analysis = useAnalysis<RiskRun>({
    work: async (turn): Promise<Outcome<RiskRun>> => {
      // Whoever writes the run down is there when the result is: the page may go at once.
      import("./record").catch(() => undefined);
      const series = await source.settled();
      if (!series) return source.empty ? fail("bad-input", "risk/enterData") : { ok: false, failure: unreadField(source.failure) };
      const asked = inputOf(series, settings, perYearOf(series));
      // Intervals and a model take most of the time: a hand that moves gets the figures, and all where it stops.
      const atOnce = { ...asked, iterations: 0, volatilityModel: null };
      const input = isPassing(series) ? atOnce : asked;
      const basis = { series, text: source.text, settings };
      const inWords = (failure: Failure) => asRiskFailure(failure, input.values.length);
      let drawn: RiskRun | null = null;
      if (input.values.length > LONG && (input.iterations ?? 0) > 0) {
        const first = await answer(turn, "analyze-risk", atOnce, basis, { inWords });
        if (!first.ok) return first;
        const { wealth, allReturns } = first.value.value;
        drawn = { ...first.value, times: newest(series.times, wealth.length), returnTimes: newest(series.times, allReturns) };
        turn.show(drawn);
      }
      // The columns there are already would be made, and held, a second time.
      const whole = await answer(turn, "analyze-risk", input, basis, {
        inWords,
        keepsPart: true,
        ...(drawn && { hints: { brief: true, stepReturns: drawn.value.stepReturns } }),
      });
      if (!whole.ok) return whole;
      const { value } = whole.value;
      const dates = drawn ?? { times: newest(series.times, value.wealth.length), returnTimes: newest(series.times, value.allReturns) };
      const { times, returnTimes } = dates;
      const run: RiskRun = { ...whole.value, times, returnTimes, value: drawn ? overDrawn(value, drawn.value) : value };
      const byTool = isPassing(series) ? await turn.ask("figures-by-tool", input) : null;
      return { ok: true, value: byTool?.ok ? { ...run, byTool: byTool.value } : run };
    },
    isStale: (run) => run.series.hash !== source.series?.hash || changed(run.settings, settings, NOT_OF_ANALYSIS),
    isPart: ({ value }) => value.canceledAfter !== undefined,
    onDone: (run) => {
      onDone(run);
      void import("./record").then(({ recordAnalysis }) => recordAnalysis(run));
    },
  });
  return { ...analysis, perYearOf };
}
