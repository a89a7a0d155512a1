import type { Fraction } from "../contract";
import type { PortfolioKernels } from "../numerics/dense-matrix";
import type { JobContext } from "../runtime/job";
import { type AssetGroup, limitsOf, type PortfolioLimits } from "./limits";
import { solveQuadratic } from "./quadratic";

/** One side of a group's limit. */
interface GroupSide {
  name: string;
  side: "least" | "most";
  share: Fraction;
}

type OneSide = GroupSide & { group: AssetGroup };

function sidesOf(groups: readonly AssetGroup[]): OneSide[] {
  return groups.flatMap((group) => {
    const { name, least, most } = group;
    return [
      ...(least === null ? [] : [{ name, side: "least" as const, share: least, group: { ...group, most: null } }]),
      ...(most === null ? [] : [{ name, side: "most" as const, share: most, group: { ...group, least: null } }]),
    ];
  });
}

/**
 * Minimal set of group limits that conflict, given the bounds of single assets: dropping any one of them makes the problem feasible. Null
 * if all limits can be met, and if a limit is invalid by itself.
 * @formula a limit is removed for good if the others still allow no w with 1' w = 1; those that remain are the conflict
 * @source deletion filter: Chinneck and Dravnieks 1991
 * @tolerance exact, up to the feasibility tolerance of the quadratic program, 1e-9
 */
export function groupConflict(
  context: JobContext,
  kernels: PortfolioKernels,
  names: readonly string[],
  limits: PortfolioLimits,
): GroupSide[] | null {
  const n = names.length;
  const matrix = new Float64Array(n * n).map((_, at) => (at % (n + 1) === 0 ? 1 : 0));
  const impossible = (sides: readonly OneSide[]): boolean => {
    const rules = limitsOf(names, { ...limits, groups: sides.map(({ group }) => group) });
    return rules.ok && solveQuadratic(context, kernels, { ...rules.value, matrix, linear: new Float64Array(n) }) === "infeasible";
  };
  let sides = sidesOf(limits.groups);
  if (!impossible(sides)) return null;
  for (const one of sides) {
    const others = sides.filter((other) => other !== one);
    if (impossible(others)) sides = others;
  }
  return sides.map(({ name, side, share }) => ({ name, side, share }));
}
