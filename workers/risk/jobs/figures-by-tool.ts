import { type Count, failBecause, type Outcome, succeed } from "../../contract";
import { monthly } from "../../performance";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { figuresOfTools, type Tool, type ToolFigures } from "../conventions";
import { portfolioReturns, samplesOf } from "../portfolio-returns";
import { riskSchema } from "../schema";
import type { RiskInput } from "./analyze-risk";

/** The figures of a risk analysis as other programs print them, from the same returns and settings. */
export async function figuresByTool(input: RiskInput, context: JobContext): Promise<Outcome<Record<Tool, ToolFigures>>> {
  const { values, kind = "auto", times = null, ...given } = input;
  const asked = readSettings(riskSchema, given);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { lookbackPeriod, period, confidenceLevel: confidence, perYear, riskFree } = asked.settings;
  const risk = await context.load("risk");
  return context.arena.scope(() => {
    const read = portfolioReturns(context, risk, values, kind);
    if (!read.ok) return read;
    const { returns, n } = read.value;
    const { first, window } = samplesOf(n, period, lookbackPeriod);
    const newest = (count: Count) => ({ address: returns + (n - count) * Float64Array.BYTES_PER_ELEMENT, n: count });
    const [all, recent] = [newest(n - first), newest(window)];
    const wealth = context.arena.view(read.value.wealth + first * Float64Array.BYTES_PER_ELEMENT, n - first + 1);
    // Values have a date each; returns begin with one after the wealth they begin from.
    const months = times && monthsOf(times.subarray(times.length - wealth.length), wealth);
    return succeed(figuresOfTools(context, risk, all, recent, { confidence, perYear, riskFree, months }));
  });
}

/** Returns from the last value of each month to that of the next, the first from the value at the start; null of fewer dates than values. */
function monthsOf(times: Float64Array, wealth: Float64Array): Float64Array | null {
  if (times.length !== wealth.length) return null;
  const ends = [wealth[0], ...monthly(times, 0, wealth, wealth).map(({ portfolio }) => portfolio)];
  return Float64Array.from(ends.slice(1), (value, i) => value / ends[i] - 1);
}
