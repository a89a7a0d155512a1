import { type Count, type Fraction, fail, failBecause, type Outcome, succeed, within } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { CanceledAfter } from "../../runtime/parallel";
import { readSettings } from "../../runtime/schema";
import { toReturns } from "../../series";
import { innovationQuantile, type RefitGarchOutput, refitReturns } from "../../volatility";
import { inSampleBacktest } from "../in-sample";
import { errorShortfalls, type ModelBacktest, modelBacktest, testedLevels } from "../model-backtest";
import { fittedKind } from "../model-losses";
import { type ModelPath, modelPath } from "../model-path";
import { MODEL_REFITS, riskSchema } from "../schema";
import type { RiskInput } from "./analyze-risk";

export interface BacktestModelInput extends RiskInput {
  /** Out of sample by default. */
  sample?: "in-sample" | "out of sample";
}

/** In-sample there is one fit, to all returns. */
export interface TestedModel extends ModelBacktest {
  /** Number of returns per fit, and between refits. */
  window: Count;
  step: Count;
  /** Refits with a result. */
  refits: Count;
  /** Refits without one, by the first return after them, and why: forecasts continue with the previous parameters. */
  failures: RefitGarchOutput["failures"];
  /** Of the level of the settings. */
  path: ModelPath;
  /** Present if the user canceled: the backtest ends with the refits completed until then. */
  canceledAfter?: CanceledAfter;
}

/** Fewer leave too few returns either to fit or to test. */
const MIN_RETURNS: Count = 500;

/**
 * Backtest of a volatility model's value at risk out of sample: the model is refitted to a rolling window of half the returns, at most 1,000, and
 * forecasts each later return one step ahead. In-sample on request: with one fit to all returns.
 */
export async function backtestModel(input: BacktestModelInput, context: JobContext): Promise<Outcome<TestedModel>> {
  const { values, kind = "auto", unit: __, times: _, volatilityModel, sample, ...given } = input;
  const asked = readSettings(riskSchema, given);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  if (!volatilityModel) return fail("bad-input", "volatility/model");
  const { confidenceLevel: confidence } = asked.settings;
  if (sample === "in-sample") {
    const found = await inSampleBacktest(context, values, kind, volatilityModel, confidence);
    const n = found.ok ? found.value.path.returns.length : 0;
    return found.ok ? succeed({ ...found.value, window: n, step: n, refits: 1, failures: [] }) : found;
  }
  // Log returns of values in percent, returns as they are: tests of exceptions do not depend on the unit.
  const read = toReturns(context, values, fittedKind(kind));
  if (!read.ok) return { ok: false, failure: within("risk/failed", read.failure) };
  const n = read.value.returns.length;
  if (n < MIN_RETURNS) return fail("bad-input", "risk/backtestNeeds", { given: n, least: MIN_RETURNS });
  const window = Math.min(MODEL_REFITS.window, Math.floor(n / 2));
  const step = Math.max(MODEL_REFITS.step, Math.ceil((n - window) / MODEL_REFITS.most));
  const { options, ...model } = volatilityModel;
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
  const shortfallAt = (t: Count, level: Fraction) => shortfalls[lastRefit[t]][levels.indexOf(level)];
  const lossesAt = (level: Fraction) => valueAtRisk[levels.indexOf(level)].loss;
  const expected = { first: firstForecast, sigmas, means, valueAtRisk: lossesAt(confidence) };
  return context.arena.scope(() => {
    const tested = returns.subarray(firstForecast, firstForecast + steps);
    const later = {
      address: context.arena.put(tested),
      n: steps,
      fill: (losses: Float64Array, from: Count, level: Fraction) => losses.set(lossesAt(level).subarray(from, from + losses.length)),
      excess: (t: Count, level: Fraction) => (means[t] - tested[t]) / sigmas[t] - shortfallAt(t, level),
    };
    return succeed({
      ...modelBacktest(context, risk, later, confidence),
      window,
      step,
      refits: refits.length,
      failures,
      path: modelPath(context, returns, expected, (t) => shortfallAt(t, confidence)),
      ...(canceledAfter && { canceledAfter }),
    });
  });
}
