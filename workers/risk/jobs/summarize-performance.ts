import { type Count, type Fraction, fail, failBecause, type Outcome, succeed } from "../../contract";
import { type CalendarReturn, calendarReturns, monthly, type RiskKernels } from "../../performance";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { type DrawdownEpisode, drawdownsOf } from "../drawdowns";
import { type PortfolioReturns, returnsAt } from "../portfolio-returns";
import { type Relative, relativeTo } from "../relative";
import { type FigureSet, figuresOfSample, layOut, lossSet, performanceSet } from "../resample";
import { type SummarySettings, summarySchema } from "../schema";

export interface SummaryInput extends Partial<SummarySettings> {
  /** Values of an account after each row, and of its benchmark. */
  strategy: Float64Array;
  benchmark: Float64Array;
  times?: Float64Array | null;
  /** Initial value of both: the capital. */
  before: number;
}

/** The best and the worst return, and where they occurred. */
export interface Extremes<Place> {
  best: Fraction;
  bestAt: Place;
  worst: Fraction;
  worstAt: Place;
}

export interface AccountSummary {
  /** Historical one-step value at risk and expected shortfall, as positive fractions. */
  valueAtRisk: Fraction;
  shortfall: Fraction;
  /** Null if the lower quantile is 0. */
  tailRatio: number | null;
  /** Single-step returns, by the row they end at. */
  step: Extremes<Count>;
  /** Returns of calendar months and years; null without dates. */
  month: Extremes<string> | null;
  year: Extremes<string> | null;
}

export interface PerformanceSummary {
  settings: SummarySettings;
  strategy: AccountSummary;
  benchmark: AccountSummary;
  relative: Relative;
  /** The deepest drawdowns of the strategy, deepest first. */
  drawdowns: DrawdownEpisode[];
}

/** Tails, extremes and drawdowns of an account, and its relation to a benchmark, over all of its returns. */
export async function summarizePerformance(input: SummaryInput, context: JobContext): Promise<Outcome<PerformanceSummary>> {
  const { strategy, benchmark, times = null, before, ...given } = input;
  const asked = readSettings(summarySchema, given);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { settings } = asked;
  if (benchmark.length !== strategy.length) return fail("bad-input", "backtest/uneven");
  const risk = await context.load("risk");
  const { arena } = context;
  return arena.scope(() => {
    const [own, other] = [strategy, benchmark].map((values) => returnsAt(context, risk, arena.put(values), values.length, "values"));
    if (!own.ok) return own;
    if (!other.ok) return other;
    const account = (values: Float64Array, returns: PortfolioReturns): AccountSummary => ({
      ...tailsOf(context, risk, returns, settings),
      ...calendarOf(times, values, before),
    });
    return succeed({
      settings,
      strategy: account(strategy, own.value),
      benchmark: account(benchmark, other.value),
      relative: relativeTo(context, risk, { returns: own.value.returns, against: other.value.returns, n: own.value.n }, settings),
      drawdowns: drawdownsOf(context, risk, own.value.wealth, strategy.length, times, true).episodes,
    });
  });
}

function tailsOf(
  context: JobContext,
  risk: RiskKernels,
  { returns, n }: PortfolioReturns,
  { confidence, perYear, riskFree }: SummarySettings,
): Pick<AccountSummary, "valueAtRisk" | "shortfall" | "tailRatio" | "step"> {
  const { arena } = context;
  return arena.scope(() => {
    const bench = layOut(context, risk, returns, n);
    const pivot = arena.read(returns);
    const figureOf = (set: FigureSet) => {
      const values = figuresOfSample(context, risk, bench, set);
      return (name: string) => values[set.names.indexOf(name)];
    };
    const loss = figureOf(lossSet(context, risk, confidence, pivot, null));
    const tailRatio = figureOf(performanceSet(context, risk, { perYear, riskFree, pivot, years: null }))("tailRatio");
    const [all, sorted] = [arena.view(returns, n), arena.view(bench.sorted, n)];
    const [worst, best] = [sorted[0], sorted[n - 1]];
    return {
      valueAtRisk: loss("historicalVar"),
      shortfall: loss("historicalShortfall"),
      tailRatio: Number.isNaN(tailRatio) ? null : tailRatio,
      step: { best, bestAt: all.indexOf(best) + 1, worst, worstAt: all.indexOf(worst) + 1 },
    };
  });
}

function calendarOf(times: Float64Array | null, values: Float64Array, before: number): Pick<AccountSummary, "month" | "year"> {
  if (!times) return { month: null, year: null };
  const points = monthly(times, 0, values, values);
  const extremes = (period: "month" | "year") => extremesOf(calendarReturns(points, before, period));
  return { month: extremes("month"), year: extremes("year") };
}

function extremesOf(returns: readonly CalendarReturn[]): Extremes<string> | null {
  const known = returns.filter(({ value }) => !Number.isNaN(value));
  if (known.length === 0) return null;
  const best = known.reduce((a, b) => (b.value > a.value ? b : a));
  const worst = known.reduce((a, b) => (b.value < a.value ? b : a));
  return { best: best.value, bestAt: best.period, worst: worst.value, worstAt: worst.period };
}
