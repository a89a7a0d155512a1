import { type Fraction, type Outcome, succeed } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import { fitGarchJob, type HandedModel, type KeptFit, nextReturn, putResiduals } from "../volatility";
import { backtestFit, errorShortfalls, type ModelBacktest } from "./model-backtest";
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
  const path = modelPath(context, returns, stepsOf(context, fit, returns, next.errorQuantile(1 - confidence)), () => shortfall);
  return succeed({ ...backtestFit(context, risk, fit, returns, next, confidence), path });
}

/** What a fit expects of each step: the mean is what its residuals leave of the return. */
function stepsOf(context: JobContext, fit: KeptFit, returns: Float64Array, quantile: number) {
  const { n, volatility: sigmas } = fit;
  const first = returns.length - n;
  const [means, valueAtRisk] = [new Float64Array(n), context.column(n)];
  context.arena.scope(() => {
    const residuals = context.arena.view(putResiduals(context, fit, returns).z, n);
    inChunks(context, n, CHUNK, (from, to) => {
      for (let t = from; t < to; t++) {
        means[t] = returns[first + t] - residuals[t] * sigmas[t];
        valueAtRisk[t] = -quantile * sigmas[t] - means[t];
      }
    });
  });
  return { first, sigmas, means, valueAtRisk };
}
