import type { Count } from "../contract";
import { innovationQuantile } from "./garch-forecast";
import type { GarchFit } from "./garch-model";
import type { JobContext } from "./job";
import { quantilesInPlace } from "./quantiles";

export interface QuantilePairs {
  /** Quantiles of the fitted density, and of the standardised residuals at the same probabilities. */
  theoretical: Float64Array;
  sample: Float64Array;
}

const POINTS = 241;
/** Beyond this many residuals every k-th is taken, so that no step takes long. */
const MOST = 1_000_000;

/** Pairs of quantiles, spread evenly on the normal scale so that the tails show, from the smallest residual to the largest. */
export function qqPoints(
  context: JobContext,
  { model, parameters, residuals }: Pick<GarchFit, "model" | "parameters" | "residuals">,
): QuantilePairs {
  const { arena, kernels } = context;
  const stride = Math.ceil(residuals.length / MOST);
  const n: Count = Math.floor(residuals.length / stride);
  const reach = -kernels.normalQuantile(0.5 / n);
  const count = Math.min(POINTS, n);
  const probabilities = Array.from({ length: count }, (_, i) => kernels.normalCdf(reach * ((2 * i) / (count - 1) - 1)));
  const sample = arena.scope(() => {
    const address = arena.take(residuals.length);
    arena.view(address, residuals.length).set(residuals);
    if (stride > 1) kernels.everyNth(address, stride, n);
    // A probability p stands for the order statistic p n + 1/2.
    const places = probabilities.map((p) => Math.min(1, Math.max(0, (p * n - 0.5) / (n - 1))));
    return quantilesInPlace(context, address, n, places);
  });
  const theoretical = context.column(count);
  for (const [i, p] of probabilities.entries()) theoretical[i] = innovationQuantile(kernels, model, parameters, p);
  const column = context.column(count);
  column.set(sample);
  return { theoretical, sample: column };
}
