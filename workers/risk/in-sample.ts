import { type Fraction, type Outcome, succeed } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import { fitGarchJob, type HandedModel, type KeptFit, nextReturn, putResiduals } from "../volatility";
import { backtestFit, errorShortfalls, type ModelBacktest, PIECE } from "./model-backtest";
import { fittedKind } from "./model-losses";
import { type ModelPath, modelPath } from "./model-path";
import type { GivenKind } from "./portfolio-returns";

/** Backtest of a model fitted to the whole series, with the losses of each step. */
export async function inSampleBacktest(
  context: JobContext,
  values: Float64Array,
  kind: GivenKind,
  { options, ...model }: HandedModel,
  confidence: Fraction,
): Promise<Outcome<ModelBacktest & { path: ModelPath }>> {
  const fitted = await fitGarchJob({ values, kind: fittedKind(kind), model, options }, context);
  if (!fitted.ok) return fitted;
  const { fit, returns } = fitted.value;
  const risk = await context.load("risk");
  const next = nextReturn(context.kernels, fit, returns);
  const [shortfall] = errorShortfalls(risk, next.errorQuantile, [confidence]);
  const losses = { from: 0, to: fit.n, valueAtRisk: -next.errorQuantile(1 - confidence), shortfall };
  const steps = { first: returns.length - fit.n, sigmas: fit.volatility, means: meansOf(context, fit, returns) };
  return succeed({ ...backtestFit(context, risk, fit, returns, next, confidence), path: modelPath(context, returns, steps, [losses]) });
}

/** Expected return of each step of a fit: what its residuals leave. */
function meansOf(context: JobContext, fit: KeptFit, returns: Float64Array): Float64Array {
  const first = returns.length - fit.n;
  const means = new Float64Array(fit.n);
  context.arena.scope(() => {
    const { z, n } = putResiduals(context, fit, returns);
    const residuals = context.arena.view(z, n);
    inChunks(context, n, PIECE, (from, to) => {
      for (let t = from; t < to; t++) means[t] = returns[first + t] - residuals[t] * fit.volatility[t];
    });
  });
  return means;
}
