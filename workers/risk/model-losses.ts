import { because, type Cause, type Count, type Fraction } from "../contract";
import type { RiskKernels } from "../performance";
import type { JobContext } from "../runtime/job";
import { fitGarchJob, type HandedModel, type NextReturn, nextReturn } from "../volatility";
import { backtestFit, type ModelBacktest } from "./model-backtest";
import type { GivenKind, ReadAs } from "./portfolio-returns";
import { tailMean } from "./tail-mean";

/** Next-step losses as positive fractions, by a volatility model chosen by the user. */
interface ModelLosses {
  valueAtRisk: number;
  shortfall: number;
  /** Forecast mean and standard deviation of the next return, as fractions, in the kind of returns the model is fitted to. */
  mean: number;
  deviation: number;
  /** Number of returns the model was fitted to, and whether they are log returns. */
  returns: Count;
  logarithmic: boolean;
  /** In-sample: its parameters are fitted to the whole series. */
  backtest: ModelBacktest;
}

/** The model's losses, or why there are none. */
export type ModelAnswer = { losses: ModelLosses; reason: null } | { losses: null; reason: Cause };

/**
 * Value at risk and expected shortfall of the next step, from the volatility a model expects and the errors it was fitted with.
 *
 * @term Conditional value at risk of a volatility model
 * @formula VaR = 1 - exp(m + s q(1-c)), ES = 1 - mean of exp(m + s q(p)) over p < 1-c, m and s expected return and volatility of the next step, q quantiles of the
 *   fitted density; of simple returns -(m + s q(1-c)) and the same mean
 * @source McNeil and Frey 2000; Acerbi and Tasche 2002
 * @tolerance shortfall 1e-9 against closed forms of the normal and Student's t, and against quadrature by scipy 1.17.1
 */
export function lossesOf(
  risk: RiskKernels,
  { mean, deviation, errorQuantile }: NextReturn,
  { logarithmic, scale }: { logarithmic: boolean; scale: number },
  confidence: Fraction,
): Pick<ModelLosses, "valueAtRisk" | "shortfall"> {
  const share = 1 - confidence;
  const lossAt = (p: Fraction): number => {
    const step = scale * (mean + deviation * errorQuantile(p));
    return -(logarithmic ? risk.exponentialLess1(step) : step);
  };
  return { valueAtRisk: lossAt(share), shortfall: tailMean(risk, lossAt, share) };
}

/** The input type a volatility model is fitted with. */
export const fittedKind = (kind: GivenKind) => (kind === "values" ? "prices" : kind === "auto" ? kind : "returns");

/** Fits a model to all values of the column, as on its own screen, and computes next-step losses. No arena scope may be open. */
export async function modelLosses(
  context: JobContext,
  risk: RiskKernels,
  values: Float64Array,
  readAs: ReadAs,
  { options, ...model }: HandedModel,
  confidence: Fraction,
): Promise<ModelAnswer> {
  const fitted = await fitGarchJob({ values, kind: fittedKind(readAs.kind), model, options }, context);
  if (!fitted.ok) return { losses: null, reason: fitted.failure };
  const { fit, returns } = fitted.value;
  if (fit.status === "not-converged") return { losses: null, reason: because("risk/modelStopped") };
  const next = nextReturn(context.kernels, fit, returns);
  // Log returns of values are in percent.
  const scale = readAs.unit === "fraction" ? 1 : 0.01;
  const logarithmic = readAs.kind !== "returns";
  return {
    losses: {
      ...lossesOf(risk, next, { logarithmic, scale }, confidence),
      mean: scale * next.mean,
      deviation: scale * next.deviation,
      returns: fit.n,
      logarithmic,
      backtest: backtestFit(context, risk, fit, returns, next, confidence),
    },
    reason: null,
  };
}
