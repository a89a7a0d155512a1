import { type Count, type Fraction, fail, failBecause, type Outcome, succeed, within } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { CanceledAfter } from "../../runtime/parallel";
import { readSettings } from "../../runtime/schema";
import { toReturns } from "../../series";
import { innovationQuantile, type RefitGarchOutput, refitReturns } from "../../volatility";
import { errorShortfalls, type ModelBacktest, modelBacktest, testedLevels } from "../model-backtest";
import { MODEL_REFITS, riskSchema } from "../schema";
import type { RiskInput } from "./analyze-risk";

export interface OutOfSampleBacktest extends ModelBacktest {
  /** Number of returns per fit, and between refits. */
  window: Count;
  step: Count;
  /** Refits with a result. */
  refits: Count;
  /** Refits without one, by the first return after them, and why: forecasts continue with the previous parameters. */
  failures: RefitGarchOutput["failures"];
  /** Index of the first return forecast. */
  firstForecast: Count;
  /** Present if the user canceled: the backtest ends with the refits completed until then. */
  canceledAfter?: CanceledAfter;
}

/** Fewer leave too few returns either to fit or to test. */
const MIN_RETURNS: Count = 500;

/**
 * Backtest of a volatility model's value at risk out of sample: the model is refitted to a rolling window of half the returns, at most 1,000, and
 * forecasts each later return one step ahead.
 */
export async function backtestModel(input: RiskInput, context: JobContext): Promise<Outcome<OutOfSampleBacktest>> {
  const { values, kind = "auto", unit, times: _, volatilityModel, ...given } = input;
  const asked = readSettings(riskSchema, given);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  if (!volatilityModel) return fail("bad-input", "volatility/model");
  // Log returns of values in percent, returns as they are: tests of exceptions do not depend on the unit.
  const read = toReturns(context, values, kind === "values" ? "prices" : kind === "auto" ? kind : "returns");
  if (!read.ok) return { ok: false, failure: within("risk/failed", read.failure) };
  const n = read.value.returns.length;
  if (n < MIN_RETURNS) return fail("bad-input", "risk/backtestNeeds", { given: n, least: MIN_RETURNS });
  const window = Math.min(MODEL_REFITS.window, Math.floor(n / 2));
  const step = Math.max(MODEL_REFITS.step, Math.ceil((n - window) / MODEL_REFITS.most));
  const { options, ...model } = volatilityModel;
  const { confidenceLevel: confidence } = asked.settings;
  const levels = testedLevels(confidence);
  const probabilities = levels.map((level) => 1 - level);
  const refitted = await refitReturns(read.value, { model, options, window, step, scheme: "rolling", probabilities }, context);
  if (!refitted.ok) return refitted;
  const risk = await context.load("risk");
  const { returns, firstForecast, sigmas, means, valueAtRisk, keys, refits, failures, canceledAfter } = refitted.value;
  const steps = sigmas.length;
  const parameterOf = ({ values }: (typeof refits)[number], key: string): number | null => values[keys.indexOf(key)] ?? null;
  const shortfalls = refits.map((refit) => {
    const shape = { nu: parameterOf(refit, "nu"), lambda: parameterOf(refit, "lambda") };
    return errorShortfalls(risk, (p) => innovationQuantile(context.kernels, model, shape, p), levels);
  });
  const lastRefit = Uint32Array.from({ length: steps });
  refits.forEach(({ origin }, i) => {
    lastRefit.fill(i, origin - firstForecast);
  });
  return context.arena.scope(() => {
    const tested = returns.subarray(firstForecast, firstForecast + steps);
    const later = {
      ...{ address: context.arena.put(tested), n: steps },
      fill: (losses: Float64Array, from: Count, level: Fraction) =>
        losses.set(valueAtRisk[levels.indexOf(level)].loss.subarray(from, from + losses.length)),
      excess: (t: Count, level: Fraction) => (means[t] - tested[t]) / sigmas[t] - shortfalls[lastRefit[t]][levels.indexOf(level)],
    };
    return succeed({
      ...modelBacktest(context, risk, later, confidence),
      window,
      step,
      refits: refits.length,
      failures,
      firstForecast,
      ...(canceledAfter && { canceledAfter }),
    });
  });
}
