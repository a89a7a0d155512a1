import type { Count } from "../contract";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { innovationQuantile } from "./garch-forecast";
import type { KeptFit } from "./garch-model";

/** Bins of the histogram; fewer if the expected count per bin would be below this. */
const MAX_BINS: Count = 20;
const MIN_EXPECTED = 5;

/** Histogram of the probability integral transform u = F(z): flat if the fitted density is correct. */
export interface PitHistogram {
  /** Residuals in each of the equally likely bins. */
  counts: number[];
  /** Expected number per bin. */
  expected: number;
  /** Pearson's statistic. */
  statistic: number;
  /** Degrees of freedom if the parameters were known, and less one per estimated parameter: the true number lies in between. */
  degrees: [Count, Count];
  p: [number, number];
}

/**
 * Adjusted Pearson goodness-of-fit test of a fit's density.
 * @term Probability integral transform (PIT)
 * @formula sum (n[i] - n / g)^2 / (n / g) over g equally likely bins; chi-squared with between g - 1 - k and g - 1 degrees of freedom
 * @source Vlaar and Palm 1993; Palm 1996
 * @tolerance counts exactly those of binning u = F(z)
 */
export function pitHistogram(context: JobContext, kernels: KernelsOf<"volatility">, fit: KeptFit, residuals: number): PitHistogram | null {
  const { arena } = context;
  const { n, k } = fit;
  const bins = Math.min(MAX_BINS, Math.floor(n / MIN_EXPECTED));
  if (bins < 2) return null;
  const edges = Float64Array.from({ length: bins - 1 }, (_, i) =>
    innovationQuantile(context.kernels, fit.model, fit.parameters, (i + 1) / bins),
  );
  const counts = arena.scope(() => {
    const at = arena.put(edges);
    const out = arena.put(new Float64Array(bins));
    inChunks(context, n, CHUNK, (from, to) => kernels.countBins(residuals, from, to, at, bins - 1, out));
    return [...arena.view(out, bins)];
  });
  const expected = n / bins;
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2, 0) / expected;
  const degrees: [Count, Count] = [Math.max(1, bins - 1 - k), bins - 1];
  const p = degrees.map((free) => context.kernels.chiSquaredTail(statistic, free)) as [number, number];
  return { counts, expected, statistic, degrees, p };
}
