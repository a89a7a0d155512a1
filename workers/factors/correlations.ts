import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import type { FactorKernels } from "./columns";
import { centeredRanks, pairUp } from "./pairs";

export interface FactorCorrelations {
  ids: Count[];
  /** Spearman's correlation of each pair of factors over their common steps; null if undefined. */
  matrix: (number | null)[][];
  /** Pairs above the threshold. */
  flagged: { first: Count; second: Count; correlation: number }[];
  /** The factors that remain after dropping the weaker one of each flagged pair. */
  kept: Count[];
}

/**
 * Redundant factors: of a pair whose absolute rank correlation exceeds the threshold, the one with the smaller information coefficient is
 * dropped.
 * @term Factor correlation
 * @formula |Spearman(f, g)| > threshold
 * @source the specification's correlation threshold; Spearman (1904)
 * @tolerance SciPy 1.17 spearmanr, 1e-13
 * @param strength what decides who stays: |mean IC|
 */
export function factorCorrelations(
  context: JobContext,
  kernels: FactorKernels,
  factors: readonly { id: Count; column: number; strength: number }[],
  n: Count,
  threshold: number,
): FactorCorrelations {
  const { arena } = context;
  const correlation = (a: number, b: number): number | null =>
    arena.scope(() => {
      const pairs = pairUp(context, kernels, a, b, n);
      if (pairs.n < 2) return null;
      const [x, y] = [pairs.x, pairs.y].map((column) => centeredRanks(context, kernels, column, pairs.n));
      const value = kernels.rankCorrelation(x, y, pairs.n);
      return Number.isNaN(value) ? null : value;
    });
  const matrix: (number | null)[][] = factors.map(() => factors.map(() => null));
  for (const [i, { column }] of factors.entries()) {
    matrix[i][i] = 1;
    for (let j = 0; j < i; j++) matrix[i][j] = matrix[j][i] = correlation(column, factors[j].column);
  }
  return { ...pruned(factors, matrix, threshold), matrix };
}

/** The flagged pairs of a correlation matrix, and the factors that are kept. */
export function pruned(
  factors: readonly { id: Count; strength: number }[],
  matrix: readonly (readonly (number | null)[])[],
  threshold: number,
): Omit<FactorCorrelations, "matrix"> {
  const alike = (i: number, j: number) => Math.abs(matrix[i][j] ?? 0) > threshold;
  const flagged: FactorCorrelations["flagged"] = [];
  for (const [i, { id }] of factors.entries())
    for (let j = i + 1; j < factors.length; j++)
      if (alike(i, j)) flagged.push({ first: id, second: factors[j].id, correlation: matrix[i][j] ?? 0 });
  const strongest = factors.map((_, i) => i).sort((a, b) => factors[b].strength - factors[a].strength || a - b);
  const kept: number[] = [];
  for (const i of strongest) if (!kept.some((j) => alike(i, j))) kept.push(i);
  return { ids: factors.map(({ id }) => id), flagged, kept: kept.sort((a, b) => a - b).map((i) => factors[i].id) };
}
