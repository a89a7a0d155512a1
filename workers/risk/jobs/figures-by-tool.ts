import { type Count, DAY, failBecause, type Outcome, succeed, VALUE_BYTES, YEAR } from "../../contract";
import { monthly, yearsOf } from "../../performance";
import { CHUNK, inChunks, type JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { figuresOfTools, type Tool, type ToolFigures } from "../conventions";
import { portfolioReturns, samplesOf } from "../portfolio-returns";
import { riskSchema } from "../schema";
import { type Volatilities, volatilities } from "../volatilities";
import type { RiskInput } from "./analyze-risk";

/** Figures by the conventions of other programs, and the volatility by each convention. */
export type FiguresByTool = Record<Tool, ToolFigures> & { volatilities: Volatilities };

/** The figures of a risk analysis as other programs report them, from the same returns and settings. */
export async function figuresByTool(input: RiskInput, context: JobContext): Promise<Outcome<FiguresByTool>> {
  const { values, kind = "auto", unit, times = null, ...given } = input;
  const asked = readSettings(riskSchema, given);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { lookbackPeriod, period, confidenceLevel: confidence, perYear, riskFree } = asked.settings;
  const risk = await context.load("risk");
  return context.arena.scope(() => {
    const read = portfolioReturns(context, risk, values, kind, unit);
    if (!read.ok) return read;
    const { returns, n } = read.value;
    const { first, window } = samplesOf(n, period, lookbackPeriod);
    const newest = (count: Count) => ({ address: returns + (n - count) * VALUE_BYTES, n: count });
    const [all, recent] = [newest(n - first), newest(window)];
    const wealth = context.arena.view(read.value.wealth + first * VALUE_BYTES, n - first + 1);
    // Values have one date each; wealth from returns has one more value, before the first date.
    const dated = times && datedBy(times.subarray(times.length - wealth.length), wealth);
    const { months, days } = dated ?? { months: null, days: null };
    const logs = logReturns(context, read.value.wealth + first * VALUE_BYTES, n - first);
    return succeed({
      ...figuresOfTools(context, risk, all, recent, { confidence, perYear, riskFree, months, days, logs }),
      volatilities: volatilities(context, risk, all, logs, months, perYear),
    });
  });
}

/** Log returns of n + 1 wealth values. */
function logReturns(context: JobContext, wealth: number, n: Count) {
  const out = context.arena.take(n + 1);
  inChunks(context, n + 1, CHUNK, (from, to) => context.kernels.logReturns(wealth, from, to, out));
  return { address: out + VALUE_BYTES, n };
}

/**
 * Monthly returns from month-end values, the first relative to the initial value, and the number of days; null if there are fewer dates than
 * values, and no number of days below a week.
 */
function datedBy(times: Float64Array, wealth: Float64Array) {
  if (times.length !== wealth.length) return null;
  const ends = [wealth[0], ...monthly(times, 0, wealth, wealth).map(({ portfolio }) => portfolio)];
  const years = yearsOf(times, 0, times.length);
  return {
    months: Float64Array.from(ends.slice(1), (value, i) => value / ends[i] - 1),
    days: years && (years * YEAR) / DAY,
  };
}
