import type { Count } from "../contract";
import { laggedProducts } from "../numerics/lagged-products";
import type { RiskKernels } from "../performance";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";

/** Mean block length for the stationary bootstrap, and block length for the circular one. */
export interface BlockLengths {
  stationary: number;
  circular: number;
}

/** Initial number of lags; doubled until it suffices. */
const FIRST_LAGS = 32;
/** Maximum number of lags: for very long samples the rule's own bound, which grows with sqrt(n), is impractical. */
const MAX_LAGS = 1000;
const LN_10 = Math.LN10;

/** Last lag before `run` consecutive insignificant ones; -1 if the table has no such run. */
function lastCorrelated(products: Float64Array, head: Float64Array, tail: Float64Array, run: Count, critical: number): number {
  // Each autocorrelation is normalized by the sums of squares of the two subsamples it pairs, which lack one value more than the lag.
  let front = products[0];
  let back = products[0];
  let quiet = 0;
  for (let k = 0; k < products.length; k++) {
    if (k >= run && quiet >= run) return k - run;
    front -= head[k] * head[k];
    back -= tail[tail.length - 1 - k] * tail[tail.length - 1 - k];
    quiet = Math.abs(products[k]) < critical * Math.sqrt(Math.max(front, 0) * Math.max(back, 0)) ? quiet + 1 : 0;
  }
  return -1;
}

/**
 * Block length that minimizes the mean squared error of the variance of a mean, by the automatic rule with a flat-top lag window.
 * @term Block length of the bootstrap
 * @formula b = (2 g^2 n / d)^(1/3), g = sum lambda(k/m) |k| R(k), d = 2 s^4 (stationary) or 4/3 s^4 (circular), s^2 = sum lambda(k/m) R(k); m is
 * twice the last lag before max(5, log10 n) successive autocorrelations below 2 sqrt(log10 n / n); at least 1, at most min(3 sqrt n, n/3)
 * @source Politis and White 2004; Patton, Politis and White 2009
 * @tolerance 1e-6 against arch's published 13.635665 and 15.60894 for an AR(1)
 * @param address n finite values that vary
 * @param scratch memory for n values in the arena; allocated if omitted
 */
export function blockLengths(
  context: JobContext,
  risk: RiskKernels,
  address: number,
  n: Count,
  mean: number,
  scratch?: number,
): BlockLengths {
  const { arena, kernels } = context;
  const logN = kernels.naturalLog(n) / LN_10;
  const run = Math.max(5, Math.floor(logN));
  const lags = Math.min(Math.ceil(Math.sqrt(n)) + run, n - 2, MAX_LAGS);
  if (lags < 2) return { stationary: 1, circular: 1 };
  const critical = 2 * Math.sqrt(logN / n);
  const { products, m } = arena.scope(() => {
    const centered = scratch ?? arena.take(n);
    inChunks(context, n, CHUNK, (from, to) => kernels.centerColumn(address, centered, from, to, mean));
    const head = arena.view(centered, lags + 1).slice();
    const tail = arena.view(centered + 8 * (n - lags - 1), lags + 1).slice();
    for (let reach = Math.min(FIRST_LAGS, lags); ; reach = Math.min(2 * reach, lags)) {
      const products = laggedProducts(context, centered, n, reach, lags);
      const last = lastCorrelated(products, head, tail, run, critical);
      const m = Math.min(last < 0 ? lags : 2 * Math.max(last, 1), lags);
      if (m <= reach) return { products, m };
    }
  });
  let slope = 0;
  let spectrum = products[0] / n;
  for (let k = 1; k <= m; k++) {
    const weight = 2 * k <= m ? 1 : 2 * (1 - k / m);
    slope += (2 * weight * k * products[k]) / n;
    spectrum += (2 * weight * products[k]) / n;
  }
  const most = Math.ceil(Math.min(3 * Math.sqrt(n), n / 3));
  const length = (share: number) => {
    const best = risk.cubeRoot((2 * slope * slope * n) / (share * spectrum * spectrum));
    return Number.isFinite(best) ? Math.max(1, Math.min(best, most)) : most;
  };
  return { stationary: length(2), circular: length(4 / 3) };
}
