import { type Count, DAY, type Failure, type Fraction, type Millis, type Outcome, succeed } from "../../contract";
import { jobs as engine } from "../../engine";
import { jobs as indicators } from "../../indicators";
import { upperBound } from "../../numerics/lower-bound";
import { jobs as regimes } from "../../regimes";
import { analyzeRisk, type FiguresByTool, jobs as risk } from "../../risk";
import type { JobContext } from "../../runtime/job";
import { failureText } from "../../texts";
import { outlineOf } from "../answer-outlined";
import { columnOf } from "../columns-of";
import type { Numbers } from "../questions";
import { chosen } from "../questions/columns";

export interface WatchSeriesInput {
  series: Numbers;
  /** The column of a table to analyze; null for the series itself. */
  column: string | null;
  /** Steps per year. */
  perYear: number;
  /** Whether the figures of other programs are computed too. */
  byPrograms: boolean;
}

/** A value, or the reason why there is none. */
export type OrReason<Value> = { value: Value; reason: null } | { value: null; reason: string };

export interface WatchedFigures {
  length: Count;
  /** Date of the latest value; null if rows have no dates. */
  to: Millis | null;
  kind: "values" | "returns";
  /** The latest value as given. */
  last: number;
  /** Simple returns up to the latest value, with the number of steps they span. */
  day: Change | null;
  month: Change | null;
  /** Annualized, of simple returns. */
  volatility: Fraction | null;
  /** One-step value at risk, and the number of returns it is estimated from. */
  valueAtRisk: Fraction;
  lookback: Count;
  /** Fractions, at most 0: maximum drawdown, and drawdown at the latest value. */
  maxDrawdown: Fraction;
  drawdown: Fraction;
  /** Volatility, losses and drawdown from the same returns by other programs' conventions, if requested; null if undefined. */
  byTool?: FiguresByTool | null;
  /** The most probable regime at the latest value, with its probability. */
  regime: OrReason<{ name: string; probability: Fraction }>;
  decision: OrReason<{ action: string; explanation: string }>;
  /** A few values for a sparkline. */
  outline: Float64Array;
}

export interface Change {
  ratio: Fraction;
  steps: Count;
}

/**
 * Maximum time by which the earlier value of a daily or monthly change may precede the target date: bridges weekends and holidays, but not gaps.
 */
const SLACK: Millis = 7 * DAY;
/** Without dates, a day is one step, and a month is this many. */
const MONTH_STEPS = 21;
const RULES_NEED_PRICES = "The rules need prices above 0; these are returns.";

/** The same day of the previous month, or its last day. */
function monthBefore(time: Millis): Millis {
  const then = new Date(time);
  const day = then.getUTCDate();
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() - 1);
  const last = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(day, last));
  return then.getTime();
}

/** The change of a series since a date, or over a number of steps if rows have no dates. */
async function changeOf(
  closes: Float64Array,
  times: Float64Array | null,
  since: (last: Millis) => Millis,
  steps: Count,
  context: JobContext,
): Promise<Change | null> {
  const to = closes.length - 1;
  const moment = times && since(times[to]);
  const from = times && moment !== null ? upperBound(times, moment) - 1 : to - steps;
  if (from < 0 || from >= to || (times && moment !== null && moment - times[from] > SLACK)) return null;
  const measured = await indicators["measure-span"]({ closes, times: null, from, to }, context);
  return measured.ok && measured.value.ratio !== null ? { ratio: measured.value.ratio, steps: to - from } : null;
}

const unknown = (failure: Failure): { value: null; reason: string } => ({ value: null, reason: failureText(failure) });

async function regimeOf(values: Float64Array, perYear: number, context: JobContext): Promise<WatchedFigures["regime"]> {
  const ask = { values, kind: "auto" as const, times: null, compare: false, horizon: 0, annualization: perYear };
  const fitted = await regimes["fit-regimes"](ask, context);
  if (!fitted.ok) return unknown(fitted.failure);
  const [name, probability] = Object.entries(fitted.value.current_regime_probabilities).reduce((best, one) =>
    one[1] > best[1] ? one : best,
  );
  return { value: { name, probability }, reason: null };
}

async function decisionOf(prices: Float64Array, perYear: number, context: JobContext): Promise<WatchedFigures["decision"]> {
  const decided = await engine["decide-step"]({ prices, step: prices.length - 1, settings: { annualization: perYear } }, context);
  if (!decided.ok) return unknown(decided.failure);
  const { action, explanation } = decided.value.result;
  return { value: { action, explanation }, reason: null };
}

/**
 * A row of the watchlist, computed by the same jobs as the screens: risk with the Risk Manager's defaults but without intervals, the regime as
 * on the Markov screen, the decision by the rules with neutral news.
 */
export async function watchSeries(
  { series, column, perYear, byPrograms }: WatchSeriesInput,
  context: JobContext,
): Promise<Outcome<WatchedFigures>> {
  const read = column === null ? succeed(series) : await columnOf(series, column, context);
  if (!read.ok) return read;
  const { values } = chosen(read.value);
  const { times } = read.value;
  const analyzed = await analyzeRisk({ values, times, perYear, iterations: 0 }, context);
  if (!analyzed.ok) return analyzed;
  const printed = byPrograms ? await risk["figures-by-tool"]({ values, times, perYear }, context) : null;
  const { kind, wealth, drawdown, ...figures } = analyzed.value;
  // For returns, the wealth has one more value, before the first date.
  const path = kind === "returns" && times ? wealth.subarray(1) : wealth;
  return succeed({
    length: values.length,
    to: times?.at(-1) ?? null,
    kind,
    last: values[values.length - 1],
    day: await changeOf(path, times, (last) => last - DAY, 1, context),
    month: await changeOf(path, times, monthBefore, MONTH_STEPS, context),
    volatility: figures.additionalMetrics.volatility,
    valueAtRisk: figures.var,
    lookback: figures.lookback,
    maxDrawdown: -figures.maxDrawdown / 100,
    drawdown: drawdown[drawdown.length - 1],
    ...(printed && { byTool: printed.ok ? printed.value : null }),
    regime: await regimeOf(values, perYear, context),
    decision: kind === "returns" ? { value: null, reason: RULES_NEED_PRICES } : await decisionOf(values, perYear, context),
    outline: outlineOf(path),
  });
}
