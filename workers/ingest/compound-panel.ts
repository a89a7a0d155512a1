import { isReturn } from "../analyzed-column";
import { type Count, type Outcome, type ReadingChoices, type ReturnUnit, succeed } from "../contract";
import { momentsOf } from "../numerics/moments";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { kindOf } from "../series";
import { completeRows } from "./complete-rows";
import { chosenUnit, type compounding, impossible, type OddReturn, type ReturnsOf, unitBySize } from "./compound";
import type { PlannedColumn } from "./plan";

/** Symbols of a panel before their empty cells are filled: one column each, and what its values are by the plan. */
interface PanelValues {
  at: readonly number[];
  dates: Count;
  planned: readonly Pick<PlannedColumn, "role" | "percent" | "named">[];
}

/** Units of the symbols' returns; undefined for those whose values are not returns. */
export type PanelReturns = (ReturnsOf | undefined)[];

/** The values of a symbol without empty cells, in memory of the caller's scope. */
function valuesOf(context: JobContext, kernels: KernelsOf<"portfolio">, column: number, dates: Count) {
  const address = context.arena.take(dates);
  context.arena.view(address, dates).set(context.arena.view(column, dates));
  return { address, n: completeRows(context, kernels, { columns: address, stride: dates, count: 1 }) };
}

/**
 * Which symbols of a panel have returns, and in which unit. Returns are identified by their header or the user's choice; if they are to be
 * compounded, also by values that are not levels, and by the header alone (T-bills have no negative returns). The unit is as chosen, by
 * header or cells, otherwise by size; symbols of unknown unit share one.
 */
export function panelReturns(
  context: JobContext,
  kernels: KernelsOf<"portfolio">,
  { at, dates, planned }: PanelValues,
  compound: ReadingChoices["compound"],
): PanelReturns {
  const { arena } = context;
  const looked = planned.map(
    ({ role: found, percent, named = found }, i): { log: boolean; unit: ReturnUnit | undefined; size?: ReturnUnit } | undefined => {
      const role = compound ? named : found;
      const unit = chosenUnit(compound) ?? (percent ? "percent" : undefined);
      const log = role === "log-return";
      if (!isReturn(role) && !(compound && role === "value")) return undefined;
      return arena.scope(() => {
        const { address, n } = valuesOf(context, kernels, at[i], dates);
        if (n === 0) return undefined;
        const moments = momentsOf(context, address, n, arena.read(address));
        if (!isReturn(role) && moments && kindOf(arena.view(address, n), moments.least) === "prices") return undefined;
        return { log, unit, ...(!unit && { size: unitBySize(moments, n) }) };
      });
    },
  );
  const size = looked.some((one) => one?.size === "percent") ? "percent" : "fraction";
  return looked.map((one) => one && { unit: one.unit ?? size, log: one.log });
}

/**
 * Replaces the returns of a panel by the prices they give from a base of 100, for each symbol from its first value on; empty cells remain,
 * and the next price continues from the last one. Linear in cells. Fails with `ingest/compoundImpossible` at the first return that leaves
 * no valid price.
 * @param where which row of the text a value is from, and what its symbol is called
 */
export function compoundPanel(
  context: JobContext,
  kernels: KernelsOf<"portfolio">,
  { at, dates, returns }: Pick<PanelValues, "at" | "dates"> & { returns: PanelReturns },
  compoundAt: Awaited<ReturnType<typeof compounding>>,
  where: (symbol: number, place: Count) => Pick<OddReturn, "row" | "column">,
): Outcome<null> {
  const { arena } = context;
  for (const [i, one] of returns.entries()) {
    if (!one) continue;
    const odd = arena.scope(() => {
      const { address, n } = valuesOf(context, kernels, at[i], dates);
      const found = compoundAt(address, n, one);
      const [column, prices] = [arena.view(at[i], dates), arena.view(address, n)];
      let next = 0;
      let place = -1;
      inChunks(context, dates, CHUNK, (from, to) => {
        for (let row = from; row < to && place < 0; row++) {
          if (Number.isNaN(column[row])) continue;
          if (next === found) place = row;
          else column[row] = prices[next++];
        }
      });
      return place;
    });
    if (odd >= 0) return impossible({ ...where(i, odd), value: String(arena.view(at[i], dates)[odd]) }, one.unit);
  }
  return succeed(null);
}
