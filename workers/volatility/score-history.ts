import { multiply, project } from "../numerics/linear-algebra";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { GarchParameters, KeptFit } from "./garch-model";
import type { ScoreHistory } from "./likelihood";
import { models } from "./models";
import { freeByReported, fromReported, reportedKeys } from "./units";
import { prepareSeries } from "./volatility-series";

/** Value of a reported parameter. */
function reportedValue({ mu, ar, omega, alpha, gamma, beta, nu, lambda, d, delta }: GarchParameters, key: string): number {
  const lag = Number(/\d$/.exec(key)?.[0] ?? 1) - 1;
  const lists: Record<string, number | undefined> = { ar: ar[lag], alpha: alpha[lag], gamma: gamma[lag], beta: beta[lag] };
  const single: Record<string, number | null | undefined> = { mu, omega, nu, lambda, d, delta, phi: alpha[0], decay: beta[0] };
  return lists[key.replace(/\d+$/, "")] ?? single[key] ?? 0;
}

/**
 * The scores of a fit along its sample by the reported, estimated parameters; null if its returns do not vary or its parameters define no
 * likelihood. An autoregressive mean again conditions on the first of the returns.
 */
export function scoreHistory(
  context: JobContext,
  kernels: KernelsOf<"volatility">,
  { model, parameters }: Pick<KeptFit, "model" | "parameters">,
  returns: Float64Array,
): { keys: string[]; n: number; history: ScoreHistory } | null {
  const kind = models[model.variance];
  return context.arena.scope(() => {
    const series = prepareSeries(context, returns, model, kind.regressesMean(model, true));
    if (!series) return null;
    const likelihood = kind.likelihood(context, kernels, model, series, true);
    const { keys, naturalKeys } = likelihood;
    const values = reportedKeys(model, naturalKeys, keys).map((key) => reportedValue(parameters, key));
    const theta = fromReported(likelihood, values, series, context.kernels);
    if (!theta || !Number.isFinite(likelihood.value(theta))) return null;
    const { total, scores, running } = likelihood.scoreHistory();
    const slopes = freeByReported(likelihood, values, series, context.kernels);
    const k = keys.length;
    const history = {
      total: multiply(total, slopes, 1, k, k),
      scores: project(scores, slopes, k, k),
      running: project(running, slopes, k, k),
    };
    return { keys, n: series.n, history };
  });
}
