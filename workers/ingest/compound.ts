import { isReturn } from "../analyzed-column";
import { type Count, fail, type Outcome, type QualityReport, type ReadingChoices, succeed } from "../contract";
import { momentsOf } from "../numerics/moments";
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
  const told = compound ?? (plan.columns[numbers.primary].percent ? "percent" : undefined);
  const unit = told ?? unitOf(values, context);
  const returns = { column: name, unit, log: role === "log-return", compounded: compound !== undefined };
  if (!compound) return succeed({ numbers, returns });
  const made = await compoundReturns(numbers, lines, returns, context);
  return made.ok ? succeed({ numbers: made.value, returns }) : made;
}

function unitOf(values: Float64Array, context: JobContext): keyof typeof SCALES {
  const moments = context.arena.scope(() => momentsOf(context, context.arena.put(values), values.length, values[0]));
  // Squares beyond all bounds are no fractions.
  return moments ? returnUnitOf(moments, values.length) : "percent";
}

/**
 * Adds the prices that the analyzed returns make of 100, and has them analyzed: P[t] = P[t − 1] (1 + r[t]), of log returns P[t − 1] exp(r[t]), with
 * P = 100 before the first row. The returns stay as they are. Linear in rows.
 * Fails with `ingest/compoundImpossible` at the first row whose price is not above zero or not finite.
 */
export async function compoundReturns(
  numbers: SeriesNumbers,
  lines: LineNumbers,
  { unit, log }: Pick<NonNullable<QualityReport["returns"]>, "unit" | "log">,
  context: JobContext,
): Promise<Outcome<SeriesNumbers>> {
  const { columns, primary, length } = numbers;
  const { name, values } = columns[primary];
  const kernels = await context.load("regimes");
  const risk = await context.load("risk");
  const { arena } = context;
  const prices = context.column(length);
  const odd = arena.scope(() => {
    const returns = arena.take(length);
    const wealth = arena.take(length + 1);
    const simple = arena.view(returns, length);
    inChunks(context, length, CHUNK, (from, to) => {
      simple.set(values.subarray(from, to), from);
    });
    if (log) {
      if (SCALES[unit] !== 1) inChunks(context, length, CHUNK, (from, to) => risk.scaleColumn(returns, SCALES[unit], from, to));
      simpleInPlace(context, risk, returns, length);
    }
    inChunks(context, length, CHUNK, (from, to) => kernels.compound(returns, from, to, log ? 1 : SCALES[unit], wealth));
    const made = arena.view(wealth + BYTES, length);
    let found = -1;
    inChunks(context, length, CHUNK, (from, to) => {
      for (let row = from; row < to && found < 0; row++) {
        prices[row] = BASE * made[row];
        if (!(prices[row] > 0 && prices[row] < Number.POSITIVE_INFINITY)) found = row;
      }
    });
    return found;
  });
  if (odd >= 0) {
    const [row, value] = [lines.at(odd), String(values[odd])];
    return fail(
      "bad-input",
      "ingest/compoundImpossible",
      { row, value: `${value}${unit === "percent" ? "%" : ""}` },
      { row, value, column: name },
    );
  }
  const added = { name: `${name} (compounded)`, role: "adjusted-close" as const, values: prices };
  return succeed({ ...numbers, columns: [...columns, added], primary: columns.length });
}
