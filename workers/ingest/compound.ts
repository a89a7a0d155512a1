import { isReturn } from "../analyzed-column";
import {
  type Count,
  fail,
  type Outcome,
  type PanelSymbol,
  type QualityReport,
  type ReadingChoices,
  type ReturnUnit,
  succeed,
  VALUE_BYTES,
} from "../contract";
import { type Moments, momentsOf } from "../numerics/moments";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import { returnUnitOf, simpleInPlace } from "../series";
import type { LineNumbers } from "./line-numbers";
import type { Plan } from "./plan";
import type { SeriesNumbers } from "./series-of";

/** Price before the first return. */
const BASE = 100;
/** Factor that converts returns to fractions. */
const SCALES = { percent: 0.01, fraction: 1 } as const;

interface ReadReturns {
  numbers: SeriesNumbers;
  returns?: NonNullable<QualityReport["returns"]>;
}

/** The unit of the analyzed returns and, if chosen, the prices they compound to; a column of prices is unchanged. */
export async function readReturns(
  numbers: SeriesNumbers,
  lines: LineNumbers,
  plan: Plan,
  { compound }: Pick<ReadingChoices, "compound">,
  context: JobContext,
): Promise<Outcome<ReadReturns>> {
  const { name, role, values } = numbers.columns[numbers.primary];
  if (!isReturn(role) && !(compound && role === "value")) return succeed({ numbers });
  const statedUnit = plan.columns[numbers.primary].percent ? "percent" : undefined;
  const unit = chosenUnit(compound) ?? statedUnit ?? unitOf(values, context);
  const returns = { column: name, unit, log: role === "log-return", compounded: compound !== undefined };
  if (!compound) return succeed({ numbers, returns });
  const made = await compoundReturns(numbers, lines, returns, context);
  return made.ok ? succeed({ numbers: made.value, returns }) : made;
}

/** The chosen unit of returns that are compounded; undefined if it is to be inferred. */
export const chosenUnit = (compound: ReadingChoices["compound"]): ReturnUnit | undefined => (compound === "auto" ? undefined : compound);

const unitOf = (values: Float64Array, context: JobContext): ReturnUnit =>
  context.arena.scope(() => unitBySize(momentsOf(context, context.arena.put(values), values.length, values[0]), values.length));

/** Unit of n returns by their moments; returns whose squares overflow are not fractions. */
export const unitBySize = (moments: Moments | null, n: Count): ReturnUnit => (moments ? returnUnitOf(moments, n) : "percent");

/** Name of a column of prices compounded from returns. */
export const compoundedName = (name: string): string => `${name} (compounded)`;

/** Unit of a column of returns, and whether they are log returns. */
export type ReturnsOf = NonNullable<PanelSymbol["returns"]>;

/**
 * Function that replaces n returns at an address by the prices they compound to: P[t] = P[t − 1] (1 + r[t]), for log returns P[t − 1]
 * exp(r[t]), with P = 100 before the first row. It returns the first index whose price is not above zero or not finite, −1 if there is
 * none. Linear in n.
 */
export async function compounding(context: JobContext) {
  const kernels = await context.load("regimes");
  const risk = await context.load("risk");
  const { arena } = context;
  return (address: number, n: Count, { unit, log }: ReturnsOf): number =>
    arena.scope(() => {
      const wealth = arena.take(n + 1);
      if (log) {
        if (SCALES[unit] !== 1) inChunks(context, n, CHUNK, (from, to) => risk.scaleColumn(address, SCALES[unit], from, to));
        simpleInPlace(context, risk, address, n);
      }
      inChunks(context, n, CHUNK, (from, to) => kernels.compound(address, from, to, log ? 1 : SCALES[unit], wealth));
      const [made, prices] = [arena.view(wealth + VALUE_BYTES, n), arena.view(address, n)];
      let odd = -1;
      inChunks(context, n, CHUNK, (from, to) => {
        for (let row = from; row < to && odd < 0; row++) {
          prices[row] = BASE * made[row];
          if (!(prices[row] > 0 && prices[row] < Number.POSITIVE_INFINITY)) odd = row;
        }
      });
      return odd;
    });
}

/** Position of the return that leaves no valid price. */
export interface OddReturn {
  row: Count;
  value: string;
  column: string;
}

export const impossible = (where: OddReturn, unit: ReturnUnit): Outcome<never> =>
  fail("bad-input", "ingest/compoundImpossible", { row: where.row, value: `${where.value}${unit === "percent" ? "%" : ""}` }, where);

/**
 * Adds the prices that the analyzed returns give from a base of 100, and makes them the analyzed column; the returns are unchanged. Fails
 * with `ingest/compoundImpossible` at the first row whose price is not above zero or not finite.
 */
export async function compoundReturns(
  numbers: SeriesNumbers,
  lines: LineNumbers,
  returns: ReturnsOf,
  context: JobContext,
): Promise<Outcome<SeriesNumbers>> {
  const { columns, primary, length } = numbers;
  const { name, values } = columns[primary];
  const compoundAt = await compounding(context);
  const prices = context.column(length);
  const odd = context.arena.scope(() => {
    const address = context.arena.put(values);
    const found = compoundAt(address, length, returns);
    prices.set(context.arena.view(address, length));
    return found;
  });
  if (odd >= 0) return impossible({ row: lines.at(odd), value: String(values[odd]), column: name }, returns.unit);
  const added = { name: compoundedName(name), role: "adjusted-close" as const, values: prices };
  return succeed({ ...numbers, columns: [...columns, added], primary: columns.length });
}
