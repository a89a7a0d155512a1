import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import { clusterAssets, distancesOf, type Hierarchy, type Linkage } from "./hierarchical";

/** Default maximum number of clusters. */
const MAX_CLUSTERS = 8;

interface HierarchicalEqualRisk extends Hierarchy {
  weights: Float64Array;
  /** Cluster of each asset, numbered from 1 in tree order. */
  clusters: Count[];
}

/** Assets below a node of the tree, in tree order. */
function assetsUnder({ merges }: Hierarchy, n: Count, node: Count): Count[] {
  if (node < n) return [node];
  const { left, right } = merges[node - n];
  return [...assetsUnder({ merges, order: [] }, n, left), ...assetsUnder({ merges, order: [] }, n, right)];
}

/** The top nodes after cutting a tree into k clusters, in tree order: the last k - 1 merges are undone. */
function cutInto(hierarchy: Hierarchy, n: Count, k: Count): Count[] {
  const first = 2 * n - k;
  const open = [2 * n - 2];
  const tops: Count[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node < n || node < first) tops.push(node);
    else open.push(hierarchy.merges[node - n].right, hierarchy.merges[node - n].left);
  }
  return tops;
}

/**
 * Number of clusters of a tree: where the decline of within-cluster dispersion slows most. The gap statistic compares the logarithm of that
 * dispersion with random data; its second difference needs none, so the result is reproducible.
 * @formula k that maximizes ln W(k - 1) - 2 ln W(k) + ln W(k + 1), W(k) = sum over clusters of (sum of d_ij^2 over its pairs) / its size
 * @source Tibshirani, Walther, Hastie (2001) for W; Yue, Wang, Wei (2008) for its second difference instead of random data
 * @tolerance exactly the simulated number of clusters, 2 to 5, for every linkage
 */
export function clusterCount(hierarchy: Hierarchy, distance: Float64Array, n: Count): Count {
  const most = Math.min(n, Math.max(MAX_CLUSTERS, Math.round(Math.sqrt(n))));
  const spread = (assets: readonly Count[]): number => {
    let sum = 0;
    for (const [a, i] of assets.entries()) for (let b = 0; b < a; b++) sum += distance[i * n + assets[b]] ** 2;
    return sum / assets.length;
  };
  const within = Array.from({ length: most }, (_, k) =>
    Math.log(cutInto(hierarchy, n, k + 1).reduce((sum, top) => sum + spread(assetsUnder(hierarchy, n, top)), 0)),
  );
  let best = Math.min(2, n);
  let sharpest = Number.NEGATIVE_INFINITY;
  for (let k = 2; k < most; k++) {
    const bend = within[k - 2] - 2 * within[k - 1] + within[k];
    if (bend > sharpest) [best, sharpest] = [k, bend];
  }
  return best;
}

/**
 * Hierarchical equal risk contribution: the tree of the assets is cut into clusters, capital is split down the tree by the risk of either
 * side, and each cluster is weighted by inverse volatility. The risk of a cluster is the volatility of these weights; that of a side is the
 * sum over its clusters, so two clusters split at a node carry equal risk. Distances and linkages are those of HRP here; the paper's gap
 * index is replaced by one without random data.
 * @term Hierarchical equal risk contribution (HERC)
 * @formula share of the left side = r_right / (r_left + r_right), r = sum of sqrt(v' S v) over its clusters; v_i = (1/sigma_i) / sum 1/sigma_j
 * @source Raffinot (2018), The Hierarchical Equal Risk Contribution Portfolio
 * @tolerance plain twin, 1e-14; two clusters split at a node: weight x volatility equal within 1e-14
 * @param covariance row-major n x n, variances above 0
 * @param wanted clusters, 1 to n; null: `clusterCount`
 */
export function hierarchicalEqualRisk(
  context: JobContext,
  covariance: Float64Array,
  n: Count,
  linkage: Linkage,
  wanted: Count | null,
): HierarchicalEqualRisk {
  const distance = distancesOf(covariance, n);
  const hierarchy = clusterAssets(context, distance, n, linkage);
  const tops = cutInto(hierarchy, n, wanted ?? clusterCount(hierarchy, distance, n));
  const weights = new Float64Array(n);
  const clusters = new Array<Count>(n).fill(0);
  const risks = new Map<Count, number>();
  for (const [k, top] of tops.entries()) {
    const assets = assetsUnder(hierarchy, n, top);
    const inverse = assets.map((i) => 1 / Math.sqrt(covariance[i * (n + 1)]));
    const total = inverse.reduce((sum, value) => sum + value, 0);
    for (const [a, i] of assets.entries()) {
      weights[i] = inverse[a] / total;
      clusters[i] = k + 1;
    }
    let variance = 0;
    for (const i of assets) for (const j of assets) variance += weights[i] * weights[j] * covariance[i * n + j];
    risks.set(top, Math.sqrt(Math.max(0, variance)));
  }
  const riskOf = (node: Count): number => {
    const own = risks.get(node);
    if (own !== undefined) return own;
    const { left, right } = hierarchy.merges[node - n];
    return riskOf(left) + riskOf(right);
  };
  const open: [node: Count, capital: number][] = [[2 * n - 2, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, capital] = next;
    if (risks.has(node)) {
      for (const i of assetsUnder(hierarchy, n, node)) weights[i] *= capital;
      continue;
    }
    const { left, right } = hierarchy.merges[node - n];
    const [a, b] = [riskOf(left), riskOf(right)];
    // Clusters that lose all risk by diversification cannot be compared.
    const share = a + b > 0 ? b / (a + b) : 0.5;
    open.push([right, capital * (1 - share)], [left, capital * share]);
  }
  return { ...hierarchy, weights, clusters };
}
