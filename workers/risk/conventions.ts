import type { Count, Fraction } from "../contract";
import { lowerBound, upperBound } from "../numerics/lower-bound";
import { quantilesInPlace } from "../numerics/quantiles";
import { type Convention, performanceOfReturns, type RiskKernels, type Shape, sumsAt } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";
import type { Kernels } from "../runtime/wasm/kernels";
import { layOut } from "./resample";
import { type Returns, shapeAt } from "./shape-at";
import { lossFigures } from "./value-at-risk";
import { barVolatility } from "./volatilities";

/** Programs whose conventions are reported. */
export const TOOLS = ["quantstats", "empyrical", "performanceAnalytics", "tradingView", "excel"] as const;
export type Tool = (typeof TOOLS)[number];

const CONVENTION_FIGURES = ["maxDrawdown", "valueAtRisk", "shortfall", "sharpe", "sortino", "volatility", "cagr"] as const;
type ConventionFigure = (typeof CONVENTION_FIGURES)[number];

/** Figures of a program for the same returns; null if a figure is undefined, or has not been compared with the program's own output. */
export type ToolFigures = Record<ConventionFigure, number | null>;

/** What is known of returns with dates. */
interface Dated {
  months: Float64Array | null;
  /** Days from the first value to the last. */
  days: number | null;
}

const CHUNK: Count = 1 << 17;

/**
 * Risk figures as QuantStats 0.0.81, empyrical 0.5.5 (pyfolio) and PerformanceAnalytics 2.0.8 report them by default, as TradingView's
 * strategy report computes them from equity, and as Excel's functions give them. Drawdowns are negative throughout, losses positive. Only
 * figures verified against a program's own output are listed; `tests/fixtures/golden/README.md` says which.
 *
 * TradingView's report takes the equity at the close of trades; here the values are that equity. Its volatility is that of its Historical
 * Volatility with the 10 bars it begins with (`volatilities`); its daily ratios for spans under three months are not reported. Excel has no
 * function for drawdowns, and its figures are computed by formula.
 *
 * @formula QuantStats: rf per step (1 + rf)^(1/steps) - 1; VaR normal with deviation over n - 1; ES = mean of the returns below it.
 * empyrical: (rf / steps) per step; VaR quantile (type 7); ES = mean of the floor((n - 1)(1 - c)) + 1 lowest returns.
 * PerformanceAnalytics: Sharpe ratio of the compounded excess return, Sortino ratio of one step, VaR and ES modified (Cornish-Fisher) with
 * deviation over n. TradingView: (mean of the monthly returns - rf / 12) / deviation, over n and not annualized, for Sortino the downside deviation over n; CAGR = growth^(365 / days) - 1. Excel: STDEV.S x sqrt(steps), PERCENTILE.INC of the returns, AVERAGEIF of those at or below
 * it, RRI over (n / steps) years
 * @source TradingView support 43000681697 (Sortino ratio) and a report of it of 2026-06-12; support.microsoft.com on STDEV.S, PERCENTILE.INC and RRI; quantstats/stats.py; empyrical/stats.py; Boudt, Peterson and Croux 2008 (modified expected shortfall)
 * @tolerance 1e-9 against outputs of these versions on 6 series (PerformanceAnalytics on 6); all digits TradingView prints; 1e-9 against LibreOffice Calc 7.4.7 running Excel's formulas on 4 series
 * @param all returns behind the performance figures; `recent`: those behind the losses
 */
export function figuresOfTools(
  context: JobContext,
  risk: RiskKernels,
  all: Returns,
  recent: Returns,
  { confidence, months, days, logs, ...convention }: Convention & Dated & { confidence: Fraction; logs: Returns },
): Record<Tool, ToolFigures> {
  const { kernels } = context;
  const share = 1 - confidence;
  const { perYear, riskFree } = convention;
  const compounded = { perYear, riskFree: perYear * risk.exponentialLess1(kernels.naturalLog(1 + riskFree) / perYear) };
  const usual = performanceOfReturns(context, risk, all.address, all.n, convention);
  const { sharpe, sortino } = performanceOfReturns(context, risk, all.address, all.n, compounded);
  const { maxDrawdown, volatility, cagr } = usual;
  const shape = shapeAt(context, risk, recent.address, recent.n);
  const narrow: Shape = { ...shape, deviation: shape.deviation * Math.sqrt(1 - 1 / shape.n) };
  const tail = tailOf(context, risk, recent, share);
  const lowest = Math.floor((recent.n - 1) * share) + 1;
  const { historicalVar, parametricVar } = lossFigures(kernels, risk, shape, [tail.quantile, 0], null, confidence);
  const modified = lossFigures(kernels, risk, narrow, [0, 0], null, confidence).cornishFisherVar;
  const varies = shape.deviation > 0;
  return {
    quantstats: {
      maxDrawdown,
      valueAtRisk: varies ? parametricVar : null,
      shortfall: varies ? meanBelow(context, risk, recent, -parametricVar, tail.below(-parametricVar)) : null,
      sharpe,
      sortino,
      volatility,
      cagr,
    },
    empyrical: {
      maxDrawdown,
      valueAtRisk: historicalVar,
      shortfall: meanBelow(context, risk, recent, tail.at(lowest - 1), lowest),
      sharpe: usual.sharpe,
      sortino: usual.sortino,
      volatility,
      cagr,
    },
    performanceAnalytics: {
      maxDrawdown,
      valueAtRisk: varies ? modified : null,
      shortfall: varies ? modifiedShortfall(kernels, risk, narrow, modified, share) : null,
      sharpe: volatility ? excessGrowth(context, risk, all, convention) / volatility : null,
      sortino: usual.sortino === null ? null : usual.sortino / Math.sqrt(perYear),
      volatility,
      cagr,
    },
    tradingView: {
      ...NOT_PRINTED,
      maxDrawdown,
      volatility: barVolatility(context, risk, logs, perYear),
      ...ofMonths(context, risk, months, riskFree),
      cagr: days && risk.exponentialLess1((kernels.naturalLog(1 + usual.totalReturn) * DAYS_OF_YEAR) / days),
    },
    excel: {
      maxDrawdown,
      valueAtRisk: historicalVar,
      shortfall: meanBelow(context, risk, recent, -historicalVar, tail.upTo(-historicalVar)),
      sharpe: usual.sharpe,
      sortino: usual.sortino,
      volatility,
      cagr,
    },
  };
}

const NOT_PRINTED: ToolFigures = {
  maxDrawdown: null,
  valueAtRisk: null,
  shortfall: null,
  sharpe: null,
  sortino: null,
  volatility: null,
  cagr: null,
};

/** Days in TradingView's year. */
const DAYS_OF_YEAR: Count = 365;

/** Minimum number of months for a ratio. */
const MIN_MONTHS: Count = 3;

/** Monthly ratios by TradingView's definition; null without dates over enough months. */
function ofMonths(context: JobContext, risk: RiskKernels, months: Float64Array | null, riskFree: number) {
  if (!months || months.length < MIN_MONTHS) return { sharpe: null, sortino: null };
  const n = months.length;
  const { sharpe, sortino } = performanceOfReturns(context, risk, context.arena.put(months), n, { riskFree, perYear: 12 });
  const ofOne = (ratio: number | null) => ratio && ratio / Math.sqrt(12);
  return { sharpe: ofOne(sharpe && sharpe * Math.sqrt(n / (n - 1))), sortino: ofOne(sortino) };
}

/** Quantile and ranks of the sorted returns. Call it within an arena scope. */
function tailOf(context: JobContext, risk: RiskKernels, { address, n }: Returns, share: Fraction) {
  const rising = layOut(context, risk, address, n).sorted;
  const [quantile] = quantilesInPlace(context, rising, n, [share]);
  const sorted = context.arena.view(rising, n).slice();
  return {
    quantile,
    at: (rank: Count) => sorted[rank],
    /** How many returns are below a value, and at or below it. */
    below: (value: number): Count => lowerBound(sorted, value),
    upTo: (value: number): Count => upperBound(sorted, value),
  };
}

/** Mean loss of the `count` returns at or below a value; null if there are none. */
function meanBelow(context: JobContext, risk: RiskKernels, { address, n }: Returns, value: number, count: Count): number | null {
  if (count === 0) return null;
  // The kernel sums the shortfalls below the target.
  const short = sumsAt(context, risk, address, n, { pivot: value, target: value })[7];
  return short / count - value;
}

/** Compound annual return in excess of the risk-free rate per step. */
function excessGrowth(context: JobContext, risk: RiskKernels, { address, n }: Returns, { riskFree, perYear }: Convention): number {
  const { arena } = context;
  return arena.scope(() => {
    const excess = arena.take(n);
    const [returns, out] = [arena.view(address, n), arena.view(excess, n)];
    const rate = riskFree / perYear;
    inChunks(context, n, CHUNK, (from, to) => {
      for (let t = from; t < to; t++) out[t] = returns[t] - rate;
    });
    return performanceOfReturns(context, risk, excess, n, { riskFree, perYear }).cagr;
  });
}

/** Integral of z^power phi(z) from minus infinity to h, by parts. */
function partialMoment(kernels: Kernels, density: number, h: number, power: number): number {
  if (power === 0) return kernels.normalCdf(h);
  if (power === 1) return -density;
  return -(h ** (power - 1)) * density + (power - 1) * partialMoment(kernels, density, h, power - 2);
}

/**
 * Modified expected shortfall as PerformanceAnalytics has it: the mean over the tail below the Cornish-Fisher quantile h under the Edgeworth density, and at
 * least the modified value at risk.
 *
 * @formula density phi(z) (1 + S/6 He3(z) + K/24 He4(z) + S^2/72 He6(z)); ES = -(m + s min(E, h)), E = mean of z below h, divided by the tail's share
 * @source Boudt, Peterson and Croux 2008
 * @param loss the modified value at risk
 */
function modifiedShortfall(kernels: Kernels, risk: RiskKernels, shape: Shape, loss: number, share: Fraction): number {
  const { mean, deviation } = shape;
  const s = shape.skewness ?? 0;
  const k = shape.kurtosis ?? 0;
  const h = -(loss + mean) / deviation;
  const density = risk.exponential((-h * h) / 2) / Math.sqrt(2 * Math.PI);
  const moment = (power: number) => partialMoment(kernels, density, h, power);
  // Moments of z times the Hermite polynomials.
  const third = moment(4) - 3 * moment(2);
  const fourth = moment(5) - 6 * moment(3) + 3 * moment(1);
  const sixth = moment(7) - 15 * moment(5) + 45 * moment(3) - 15 * moment(1);
  const expected = (moment(1) + (s * third) / 6 + (k * fourth) / 24 + (s * s * sixth) / 72) / share;
  return -(mean + deviation * Math.min(expected, h));
}
