import { because, type Count, fail, failBecause, type Outcome, type ReturnUnit, succeed, VALUE_BYTES } from "../contract";
import { momentsOf } from "../numerics/moments";
import type { RiskKernels } from "../performance";
import { CHUNK, firstInChunks, inChunks, type JobContext } from "../runtime/job";
import { areLevels, kindOf, nonPositive, returnUnitOf, simpleInPlace, type UnitChoice } from "../series";

export type ValueKind = "values" | "returns";

/** Kind of values in a column; "auto" infers it. Log returns are converted to simple ones: exp(r) − 1. */
export type GivenKind = ValueKind | "log-returns" | "auto";

/** Kind and unit with which a column was read; the unit is null for values. */
export interface ReadAs {
  kind: Exclude<GivenKind, "auto">;
  unit: ReturnUnit | null;
}

/** Simple returns as fractions, and the resulting wealth, both in the arena. */
export interface PortfolioReturns {
  kind: ValueKind;
  readAs: ReadAs;
  returns: number;
  n: Count;
  /** n + 1 values: the given ones, or wealth starting from 1. */
  wealth: number;
}

/**
 * Which of n returns to analyze: `first` is the first return of the period, which counts values; `window` is the number of latest returns used
 * for losses.
 */
export const samplesOf = (n: Count, period: Count | null, lookback: Count): { first: Count; window: Count } => ({
  first: period === null ? 0 : Math.max(0, n + 1 - period),
  window: Math.min(n, lookback),
});

/** Mean log returns that are implausible at all, and over growth of wealth by a factor of a million. */
const STEEPEST = Math.log(1.5);
const STEEP = Math.log(1.05);
const FARTHEST = Math.log(1e6);

/**
 * Whether values declared as log returns are really prices or an index: levels by their signs and neighbors that would compound to an
 * implausible wealth. Steady gains, such as a money market's, also have the signs of levels, but compound slowly or are not close to their
 * neighbors.
 * @param mean of the values, as fractions
 */
function cannotBeLogReturns(values: Float64Array, least: number, mean: number): boolean {
  const far = mean * values.length > FARTHEST;
  const beyond = mean > STEEPEST || (far && (mean > STEEP || areLevels(values)));
  return beyond && kindOf(values, least) === "prices";
}

/**
 * Simple returns of a column of portfolio values, prices or returns, which are distinguished if `kind` is "auto". Allocates in the arena: call
 * it within a scope. Fails for fewer than two numbers, a non-finite number, a value at or below 0, a return of -100% or less, and prices or an
 * index declared as log returns.
 */
export function portfolioReturns(
  context: JobContext,
  risk: RiskKernels,
  values: Float64Array,
  kind: GivenKind,
  unit?: UnitChoice,
): Outcome<PortfolioReturns> {
  if (values.length === 0) return fail("bad-input", "risk/enterData");
  return returnsAt(context, risk, context.arena.put(values), values.length, kind, unit);
}

/** The same for a column in the arena, which is modified: returns in percent are converted to fractions in place. */
export function returnsAt(
  context: JobContext,
  risk: RiskKernels,
  address: number,
  length: Count,
  kind: GivenKind,
  unitChoice: UnitChoice = "auto",
): Outcome<PortfolioReturns> {
  const { arena, kernels } = context;
  if (length < 2) return fail("bad-input", "risk/invalid");
  const first = arena.read(address);
  const valueAt = (index: number) => arena.read(address + index * VALUE_BYTES);
  const moments = momentsOf(context, address, length, first);
  if (!moments) {
    const index = firstInChunks(context, length, (from, to) => kernels.firstNotFinite(address, from, to));
    if (index < 0) return fail("bad-input", "risk/failed", { cause: because("series/tooLargeValues") });
    return fail(
      "bad-input",
      "risk/failed",
      { cause: because("series/notFinite", { row: index + 1 }) },
      { row: index + 1, value: String(valueAt(index)) },
    );
  }
  const { least } = moments;
  const found = kind === "auto" ? (kindOf(arena.view(address, length), least) === "prices" ? "values" : "returns") : kind;
  if (found === "values") {
    if (least <= 0) {
      const row = firstInChunks(context, length, (from, to) => kernels.firstNonPositive(address, from, to));
      const text = because("risk/failed", { cause: nonPositive(kind, row, valueAt(row)) });
      return failBecause("bad-input", text, { row: row + 1, value: String(valueAt(row)) });
    }
    const out = arena.take(length);
    inChunks(context, length, CHUNK, (from, to) => kernels.simpleReturns(address, from, to, out));
    const readAs: ReadAs = { kind: found, unit: null };
    return succeed({ kind: found, readAs, returns: out + VALUE_BYTES, n: length - 1, wealth: address });
  }
  const unit = unitChoice === "auto" ? returnUnitOf(moments, length) : unitChoice;
  const mean = (unit === "percent" ? 0.01 : 1) * (first + moments.sum / length);
  if (found === "log-returns" && cannotBeLogReturns(arena.view(address, length), least, mean))
    return fail("bad-input", "risk/failed", { cause: because("series/tooLargeValues") });
  if (unit === "percent") inChunks(context, length, CHUNK, (from, to) => risk.scaleColumn(address, 0.01, from, to));
  if (found === "log-returns") simpleInPlace(context, risk, address, length);
  else if ((unit === "percent" ? 0.01 * least : least) <= -1)
    return fail("bad-input", "risk/failed", { cause: because("risk/ruinousReturn") });
  const wealth = arena.take(length + 1);
  inChunks(context, length, CHUNK, (from, to) => risk.compound(address, from, to, wealth));
  const grown = arena.read(wealth + length * VALUE_BYTES);
  if (found === "log-returns" && !(grown > 0 && grown < Number.POSITIVE_INFINITY))
    return fail("bad-input", "risk/failed", { cause: because("series/tooLargeValues") });
  return succeed({ kind: "returns", readAs: { kind: found, unit }, returns: address, n: length, wealth });
}
