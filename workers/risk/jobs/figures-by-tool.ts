import { type Count, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { figuresOfTools, type Tool, type ToolFigures } from "../conventions";
import { portfolioReturns, samplesOf } from "../portfolio-returns";
import { riskSchema } from "../schema";
import type { RiskInput } from "./analyze-risk";

/** The figures of a risk analysis as other programs print them, from the same returns and settings. */
export async function figuresByTool(input: RiskInput, context: JobContext): Promise<Outcome<Record<Tool, ToolFigures>>> {
  const { values, kind = "auto", times: _, ...given } = input;
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
    return succeed(figuresOfTools(context, risk, all, recent, { confidence, perYear, riskFree }));
  });
}
