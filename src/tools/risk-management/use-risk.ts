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
import { isTransient } from "../../state/passing-period";
import { settingsAtom } from "../../state/settings";
import { asRiskFailure } from "./risk-failure";
import { NOT_OF_ANALYSIS, type RiskSettings } from "./settings";
import { valuesWithin } from "./timeframe";

type RiskInput = JobInput<Jobs, "analyze-risk">;
export type RiskReport = JobValue<Jobs, "analyze-risk">;

/** An analysis with the data and settings it was computed from. */
export type RiskRun = Finished<
  "analyze-risk",
  {
    series: Series;
    text: string;
    settings: RiskSettings;
    /** Dates of the values, and of the returns; null if the series has none. */
    times: Float64Array | null;
    returnTimes: Float64Array | null;
    /**
     * Figures by program for a period during a drag, computed together with the analysis: separate requests would each render the view
     * again.
     */
    byTool?: JobValue<Jobs, "figures-by-tool">;
  }
>;

/** From this length on the figures are shown first, and their intervals once computed. */
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

/** The dates of the last `length` values along the series. */
const newest = (times: Float64Array | null, length: Count): Float64Array | null =>
  times?.subarray(Math.max(0, times.length - length)) ?? null;

/** A report with intervals that reuses the columns already drawn: they are equal, and their charts need not be redrawn. */
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
      // Loads the recorder in parallel, so that the run is recorded even if the page is left right away.
      import("./record").catch(() => undefined);
      const series = await source.settled();
      if (!series) return source.empty ? fail("bad-input", "risk/enterData") : { ok: false, failure: unreadField(source.failure) };
      const asked = inputOf(series, settings, perYearOf(series));
      // Intervals and the model take most of the time: during a drag they are skipped until its end.
      const atOnce = { ...asked, iterations: 0, volatilityModel: null };
      const input = isTransient(series) ? atOnce : asked;
      const basis = { series, text: source.text, settings };
      const reword = (failure: Failure) => asRiskFailure(failure, input.values.length);
      let drawn: RiskRun | null = null;
      if (input.values.length > LONG && (input.iterations ?? 0) > 0) {
        const first = await answer(turn, "analyze-risk", atOnce, basis, { reword });
        if (!first.ok) return first;
        const { wealth, allReturns } = first.value.value;
        drawn = { ...first.value, times: newest(series.times, wealth.length), returnTimes: newest(series.times, allReturns) };
        turn.show(drawn);
      }
      // Otherwise the existing columns would be computed and stored twice.
      const whole = await answer(turn, "analyze-risk", input, basis, {
        reword,
        keepsPart: true,
        ...(drawn && { hints: { brief: true, stepReturns: drawn.value.stepReturns } }),
      });
      if (!whole.ok) return whole;
      const { value } = whole.value;
      const dates = drawn ?? { times: newest(series.times, value.wealth.length), returnTimes: newest(series.times, value.allReturns) };
      const { times, returnTimes } = dates;
      const run: RiskRun = { ...whole.value, times, returnTimes, value: drawn ? overDrawn(value, drawn.value) : value };
      const byTool = isTransient(series) ? await turn.ask("figures-by-tool", input) : null;
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
