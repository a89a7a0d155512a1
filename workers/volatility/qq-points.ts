import type { Count } from "../contract";
import { orderStatistics } from "../numerics/quantiles";
import type { JobContext } from "../runtime/job";
import { innovationQuantile } from "./garch-forecast";
import type { KeptFit } from "./garch-model";

export interface QuantilePairs {
  /** Quantiles of the fitted density, and of the standardized residuals at the same probabilities. */
  theoretical: Float64Array;
  sample: Float64Array;
}

const POINTS = 241;
/** Above this many residuals every k-th is taken, so that no step takes long. */
const MAX_POINTS = 1_000_000;

/**
 * Pairs of quantiles, spread evenly on the normal scale so that the tails show, from the smallest residual to the largest.
 * @param residuals address of the residuals, which are reordered
 */
export function qqPoints(
  context: JobContext,
  { model, parameters, n: length }: Pick<KeptFit, "model" | "parameters" | "n">,
  residuals: number,
): QuantilePairs {
  const { kernels } = context;
  const stride = Math.ceil(length / MAX_POINTS);
  const n: Count = Math.floor(length / stride);
  const reach = -kernels.normalQuantile(0.5 / n);
  const spread = Array.from({ length: POINTS }, (_, i) => kernels.normalCdf(reach * ((2 * i) / (POINTS - 1) - 1)));
  // Each point is an order statistic, with its probability (rank + 1/2) / n: no interpolation.
  const ranks = [...new Set(spread.map((p) => Math.min(n - 1, Math.max(0, Math.round(p * n - 0.5)))))];
  const theoretical = context.column(ranks.length);
  const sample = context.column(ranks.length);
  for (const [i, rank] of ranks.entries()) theoretical[i] = innovationQuantile(kernels, model, parameters, (rank + 0.5) / n);
  if (stride > 1) kernels.everyNth(residuals, stride, n);
  sample.set(orderStatistics(context, residuals, n, ranks));
  return { theoretical, sample };
}
