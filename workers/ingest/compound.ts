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
} from "../contract";
import { type Moments, momentsOf } from "../numerics/moments";
import { inChunks, type JobContext } from "../runtime/job";
import { returnUnitOf, simpleInPlace } from "../series";
import type { LineNumbers } from "./line-numbers";
import type { Plan } from "./plan";
import type { SeriesNumbers } from "./series-of";

const CHUNK: Count = 1 << 16;
const BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Price before the first return. */
const BASE = 100;
/** What a return in percent is multiplied by. */
const SCALES = { percent: 0.01, fraction: 1 } as const;

export interface ReadReturns {
  numbers: SeriesNumbers;
  returns?: NonNullable<QualityReport["returns"]>;
}

/** What the analyzed returns are in, and the prices they make where that is chosen; a column of prices is left as it is. */
export async function readReturns(
  numbers: SeriesNumbers,
  lines: LineNumbers,
  plan: Plan,
  { compound }: Pick<ReadingChoices, "compound">,
  context: JobContext,
): Promise<Outcome<ReadReturns>> {
  const { name, role, values } = numbers.columns[numbers.primary];
  if (!isReturn(role) && !(compound && role === "value")) return succeed({ numbers });
  const told = plan.columns[numbers.primary].percent ? "percent" : undefined;
  const unit = chosenUnit(compound) ?? told ?? unitOf(values, context);
  const returns = { column: name, unit, log: role === "log-return", compounded: compound !== undefined };
  if (!compound) return succeed({ numbers, returns });
  const made = await compoundReturns(numbers, lines, returns, context);
  return made.ok ? succeed({ numbers: made.value, returns }) : made;
}

/** The unit that was chosen for returns that are compounded; undefined where it is left to them. */
export const chosenUnit = (compound: ReadingChoices["compound"]): ReturnUnit | undefined => (compound === "auto" ? undefined : compound);

const unitOf = (values: Float64Array, context: JobContext): ReturnUnit =>
  context.arena.scope(() => unitBySize(momentsOf(context, context.arena.put(values), values.length, values[0]), values.length));

/** What n returns are in by their moments; squares beyond all bounds are no fractions. */
export const unitBySize = (moments: Moments | null, n: Count): ReturnUnit => (moments ? returnUnitOf(moments, n) : "percent");

/** What a column of prices that were made of returns is called. */
export const compoundedName = (name: string): string => `${name} (compounded)`;

/** What a column of returns is in, and whether they are log returns. */
export type ReturnsOf = NonNullable<PanelSymbol["returns"]>;

/**
 * What puts the prices that n returns at an address make of 100 in their place: P[t] = P[t − 1] (1 + r[t]), of log returns P[t − 1] exp(r[t]), with
 * P = 100 before the first row. It gives the first place whose price is not above zero or not finite, −1 where all are. Linear in n.
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
      const [made, prices] = [arena.view(wealth + BYTES, n), arena.view(address, n)];
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

/** Where the return is that leaves no price. */
export interface OddReturn {
  row: Count;
  value: string;
  column: string;
}

export const impossible = (where: OddReturn, unit: ReturnUnit): Outcome<never> =>
  fail("bad-input", "ingest/compoundImpossible", { row: where.row, value: `${where.value}${unit === "percent" ? "%" : ""}` }, where);

/**
 * Adds the prices that the analyzed returns make of 100, and has them analyzed; the returns stay as they are.
 * Fails with `ingest/compoundImpossible` at the first row whose price is not above zero or not finite.
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
