import * as v from "valibot";
import { type Fraction, fail, type Outcome, succeed } from "../contract";
import { boundEntries, weightSetting } from "./budget-schema";
import type { Limits } from "./quadratic";

/** Assets with a limit on their total weight. */
export interface AssetGroup {
  name: string;
  /** Names of the assets. */
  assets: string[];
  least: Fraction | null;
  most: Fraction | null;
}

/** Limits of a portfolio. Weights always sum to 1. */
export interface PortfolioLimits {
  /** For every asset, or one by one in the order of the assets. */
  lower: Fraction | readonly Fraction[];
  upper: Fraction | readonly Fraction[];
  groups: AssetGroup[];
}

export const LONG_ONLY: PortfolioLimits = { ...v.getDefaults(v.object(boundEntries)), groups: [] };

const ROUNDING = 1e-9;

const each = (bound: Fraction | readonly Fraction[], n: number) =>
  typeof bound === "number" ? new Float64Array(n).fill(bound) : Float64Array.from(bound);

const total = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0);

/** A user's limits as linear constraints on the weights; the first row is the budget. */
export function limitsOf(names: readonly string[], { lower: least, upper: most, groups }: PortfolioLimits): Outcome<Limits> {
  const n = names.length;
  const [lower, upper] = [each(least, n), each(most, n)];
  const refused = refusedBounds(names, lower, upper);
  if (refused) return refused;
  const limits: Limits = { lower, upper, equalities: 1, rows: [new Float64Array(n).fill(1)], sides: [1] };
  for (const group of groups) {
    const areAssets = group.assets.length > 0 && group.assets.every((name) => names.includes(name));
    if (!areAssets) return fail("bad-input", "portfolio/group", { name: group.name });
    if (!isRange(group)) return fail("bad-input", "portfolio/bounds", { name: group.name });
    const row = Float64Array.from(names, (name) => (group.assets.includes(name) ? 1 : 0));
    if (group.least !== null) addRow(limits, row, group.least);
    if (group.most === null) continue;
    addRow(
      limits,
      row.map((value) => -value),
      -group.most,
    );
  }
  return succeed(limits);
}

/** Why no weights can be within the bounds of the assets; null if some can. */
function refusedBounds(names: readonly string[], lower: Float64Array, upper: Float64Array): Outcome<never> | null {
  const n = names.length;
  if (lower.length !== n || upper.length !== n) return fail("bad-input", "portfolio/boundCount", { assets: n });
  const isBound = (bound: number) => v.is(weightSetting, bound);
  const bad = names.find((_, i) => !(isBound(lower[i]) && isBound(upper[i]) && lower[i] <= upper[i]));
  if (bad !== undefined) return fail("bad-input", "portfolio/bounds", { name: bad }, { column: bad });
  if (total(lower) > 1 + ROUNDING) return fail("bad-input", "portfolio/lowerSum", { sum: total(lower) });
  return total(upper) < 1 - ROUNDING ? fail("bad-input", "portfolio/upperSum", { sum: total(upper) }) : null;
}

/** Whether the sides of a group, null for none, are numbers in order. */
function isRange({ least, most }: AssetGroup): boolean {
  const areNumbers = [least, most].every((side) => side === null || Number.isFinite(side));
  return areNumbers && (least ?? Number.NEGATIVE_INFINITY) <= (most ?? Number.POSITIVE_INFINITY);
}

function addRow(limits: Limits, row: Float64Array, side: number): void {
  limits.rows.push(row);
  limits.sides.push(side);
}

/** The limits with an additional row: row'w >= side. */
export const withRow = (limits: Limits, row: Float64Array, side: number): Limits => ({
  ...limits,
  rows: [...limits.rows, row],
  sides: [...limits.sides, side],
});

/**
 * The limits on y = k w for any k > 0, as needed to maximize a ratio: gain'y = 1 instead of the budget, and every limit times k = sum y.
 * Implied bounds (0 below; 1 above without short positions) need no row.
 */
export function homogeneous(limits: Limits, gain: Float64Array): Limits {
  const n = gain.length;
  const { lower, upper, rows, sides } = limits;
  const long = lower.every((bound) => bound >= 0);
  const out: Limits = {
    lower: lower.map((bound) => (bound === 0 ? 0 : Number.NEGATIVE_INFINITY)),
    upper: new Float64Array(n).fill(Number.POSITIVE_INFINITY),
    equalities: 1,
    rows: [gain],
    sides: [1],
  };
  for (let i = 0; i < n; i++) {
    if (lower[i] !== 0) addRow(out, unitLess(n, i, 1, lower[i]), 0);
    if (!(long && upper[i] >= 1)) addRow(out, unitLess(n, i, -1, -upper[i]), 0);
  }
  for (let k = limits.equalities; k < rows.length; k++) {
    addRow(
      out,
      rows[k].map((value) => value - sides[k]),
      0,
    );
  }
  return out;
}

/** The row sign y_i - share sum y. */
function unitLess(n: number, i: number, sign: number, share: number): Float64Array {
  const row = new Float64Array(n).fill(-share);
  row[i] += sign;
  return row;
}
