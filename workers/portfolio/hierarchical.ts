import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";

export type Linkage = "single" | "average" | "complete" | "ward";

/** Two clusters merged into one; clusters are numbered in order of creation, after the n assets. */
interface Merge {
  left: Count;
  right: Count;
  distance: number;
  size: Count;
}

export interface Hierarchy {
  merges: Merge[];
  /** Assets in tree order, so that similar ones are adjacent. */
  order: Count[];
}

/** Distance of a cluster to the union of two others (Lance–Williams). */
function joined(linkage: Linkage, a: number, b: number, between: number, sizes: [Count, Count, Count]): number {
  const [sizeA, sizeB, size] = sizes;
  switch (linkage) {
    case "single":
      return Math.min(a, b);
    case "complete":
      return Math.max(a, b);
    case "average":
      return (sizeA * a + sizeB * b) / (sizeA + sizeB);
    case "ward": {
      const sum = (sizeA + size) * a * a + (sizeB + size) * b * b - size * between * between;
      return Math.sqrt(Math.max(0, sum) / (sizeA + sizeB + size));
    }
  }
}

/**
 * Agglomerative clustering: the two nearest clusters are merged until a single one is left. Ties go to the earlier pair.
 * @param distance row-major n x n, symmetric
 */
export function clusterAssets(context: JobContext, distance: Float64Array, n: Count, linkage: Linkage): Hierarchy {
  const between = distance.slice();
  const id = Array.from({ length: n }, (_, i) => i);
  const size = new Array<number>(n).fill(1);
  const alive = Array.from({ length: n }, (_, i) => i);
  const merges: Merge[] = [];
  while (alive.length > 1) {
    context.checkpoint();
    let [near, a, b] = [Number.POSITIVE_INFINITY, alive[0], alive[1]];
    for (const [place, i] of alive.entries()) {
      for (let k = place + 1; k < alive.length; k++) {
        const apart = between[i * n + alive[k]];
        if (apart < near) [near, a, b] = [apart, i, alive[k]];
      }
    }
    for (const k of alive) {
      if (k === a || k === b) continue;
      const apart = joined(linkage, between[k * n + a], between[k * n + b], near, [size[a], size[b], size[k]]);
      between[k * n + a] = apart;
      between[a * n + k] = apart;
    }
    merges.push({ left: Math.min(id[a], id[b]), right: Math.max(id[a], id[b]), distance: near, size: size[a] + size[b] });
    size[a] += size[b];
    id[a] = n + merges.length - 1;
    alive.splice(alive.indexOf(b), 1);
  }
  return { merges, order: n === 1 ? [0] : leaves(merges, n) };
}

function leaves(merges: Merge[], n: Count): Count[] {
  const order: Count[] = [];
  const open = [n + merges.length - 1];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at < n) order.push(at);
    else open.push(merges[at - n].right, merges[at - n].left);
  }
  return order;
}

/** Variance of some assets held with inverse-variance weights. */
function clusterVariance(covariance: Float64Array, n: Count, assets: Count[]): number {
  const inverse = assets.map((i) => 1 / covariance[i * (n + 1)]);
  const total = inverse.reduce((sum, value) => sum + value, 0);
  let variance = 0;
  for (const [a, i] of assets.entries()) for (const [b, j] of assets.entries()) variance += inverse[a] * inverse[b] * covariance[i * n + j];
  return variance / (total * total);
}

/** Recursive bisection along an order of assets, each half weighted by the other's share of the variance. */
export function splitAlong(covariance: Float64Array, n: Count, order: Count[]): Float64Array {
  const weights = new Float64Array(n).fill(1);
  const open = [order];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.length < 2) continue;
    const half = part.length >> 1;
    const [left, right] = [part.slice(0, half), part.slice(half)];
    const [a, b] = [clusterVariance(covariance, n, left), clusterVariance(covariance, n, right)];
    for (const i of left) weights[i] *= 1 - a / (a + b);
    for (const i of right) weights[i] *= a / (a + b);
    open.push(right, left);
  }
  return weights;
}

/** Correlation distance: 0 for a correlation of 1, 1 for -1. */
export const distanceOf = (correlation: number): number => Math.sqrt(Math.max(0, Math.min(1, (1 - correlation) / 2)));

/** Correlation distances, row-major; variances above 0. */
export const distancesOf = (covariance: Float64Array, n: Count): Float64Array =>
  covariance.map((value, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    const correlation = value / Math.sqrt(covariance[i * (n + 1)] * covariance[j * (n + 1)]);
    return i === j ? 0 : distanceOf(correlation);
  });

/**
 * Hierarchical risk parity: assets are clustered by the distance sqrt((1 - correlation) / 2) itself (as PyPortfolioOpt does; the paper
 * clusters by the Euclidean distance between the columns of that matrix), sorted in tree order, and capital is allocated by recursive
 * bisection, each half weighted by the other's share of the variance. The tree does not say which of two branches comes first: the one with
 * the earlier asset does, so assets in another order may be halved elsewhere and weighted differently, as in the paper.
 * @term Hierarchical risk parity (HRP)
 * @formula d_ij = sqrt((1 - rho_ij) / 2); split: share of the left half = 1 - v_left / (v_left + v_right), v with inverse-variance weights
 * @source Lopez de Prado 2016; PyPortfolioOpt 1.5.6 HRPOpt
 * @tolerance PyPortfolioOpt's weights within 1e-12 (single, average, complete and Ward linkage); HierPortfolios 1.0.1 where the distances agree
 */
export function hierarchicalWeights(
  context: JobContext,
  covariance: Float64Array,
  n: Count,
  linkage: Linkage,
): Hierarchy & { weights: Float64Array } {
  const hierarchy = clusterAssets(context, distancesOf(covariance, n), n, linkage);
  return { ...hierarchy, weights: splitAlong(covariance, n, hierarchy.order) };
}
