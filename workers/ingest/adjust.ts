import { isReturn } from "../analyzed-column";
import { type Count, fail, type Outcome, type QualityReport, type ReadingChoices, succeed } from "../contract";
import { isoDay } from "../iso-dates";
import { lowerBound } from "../numerics/lower-bound";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { Plan } from "./plan";
import type { SeriesNumbers } from "./series-of";

export interface Adjusted {
  numbers: SeriesNumbers;
  adjusted: NonNullable<QualityReport["adjusted"]>;
}

/**
 * Adds a column of the analyzed prices back-adjusted for splits and dividends, and makes it the analyzed one. A price is multiplied by the
 * factors of all later dates: 1/s for s new shares per old one, and 1 − d·s/P for a dividend d per new share, where P is the price of the
 * row before. A split entered by the user overrides the columns on its row. Split-adjusted volumes are inserted before each column of
 * volumes: multiplied by s, so that price times volume is unchanged. The other prices are unchanged: bars are scaled to the adjusted close
 * where they are used. Linear in rows.
 * @source CRSP, "Data Descriptions Guide: Adjusted Data"; dividends as Yahoo Finance adjusts closes
 */
export function adjustPrices(
  numbers: SeriesNumbers,
  plan: Plan,
  { adjust: by, splits: marked = [] }: Pick<ReadingChoices, "adjust" | "splits">,
  context: JobContext,
): Outcome<Adjusted> {
  const { columns, primary, times, length } = numbers;
  const { name, role, values } = columns[primary];
  const eventValues = (event: "split" | "dividend") => {
    const place = plan.columns.findIndex((column) => column.event === event);
    return place < 0 ? null : columns[place].values;
  };
  const [bySplits, byDividends] = [by === "splits" || by === "both", by === "dividends" || by === "both"];
  const splits = bySplits ? eventValues("split") : null;
  const dividends = byDividends ? eventValues("dividend") : null;
  if ((bySplits && !splits) || (byDividends && !dividends)) return fail("bad-input", "ingest/adjustNothing");
  if (!times) return fail("bad-input", "ingest/adjustUndated");
  if (role === "adjusted-close" || isReturn(role) || plan.columns[primary].event)
    return fail("bad-input", "ingest/adjustTwice", { column: name });
  const adjusted = context.column(length);
  const marks = new Map(marked.map(({ time, shares }) => [time, shares]));
  const gone = marked.find(({ time }) => times[lowerBound(times, time)] !== time);
  if (gone) return fail("bad-input", "ingest/splitGone", { date: isoDay(gone.time) });
  const at = splits || marks.size > 0 ? columns.findIndex((column) => column.role === "volume") : -1;
  const volumes = at < 0 ? null : { raw: columns[at].values, adjusted: context.column(length) };
  const met = { splits: 0, dividends: 0 };
  let factor = 1;
  let shares = 1;
  let trouble: Outcome<never> | null = null;
  inChunks(context, length, CHUNK, (from, to) => {
    for (let step = from; step < to && !trouble; step++) {
      const row = length - 1 - step;
      adjusted[row] = values[row] * factor;
      if (volumes) volumes.adjusted[row] = volumes.raw[row] * shares;
      const [split, dividend] = [marks.get(times[row]) ?? eventAt(splits, row, 1), eventAt(dividends, row, 0)];
      if (split === 1 && dividend === 0) continue;
      // A repeated event would be applied twice.
      if (times[row] === times[row - 1] || times[row] === times[row + 1]) {
        trouble = fail("bad-input", "ingest/adjustRepeated", { date: isoDay(times[row]) });
        break;
      }
      const before = row === 0 ? Number.NaN : values[row - 1];
      const own = (1 - (dividend * split) / before) / split;
      // There are no rows before the first to adjust.
      if (row > 0 && !(split > 0 && dividend >= 0 && before > 0 && own > 0))
        trouble = fail("bad-input", "ingest/adjustImpossible", { date: isoDay(times[row]), split, dividend });
      if (row === 0) continue;
      if (split !== 1) met.splits++;
      if (dividend !== 0) met.dividends++;
      factor *= own;
      shares *= split;
    }
  });
  if (trouble) return trouble;
  const added = { name: `${name} (adjusted)`, role: "adjusted-close" as const, values: adjusted };
  // The first volumes are the ones in use: those that match the analyzed prices.
  const beside = columns.flatMap((column, place) =>
    volumes && place === at ? [{ ...column, name: `${column.name} (adjusted)`, values: volumes.adjusted }, column] : [column],
  );
  return succeed({
    numbers: { ...numbers, columns: [...beside, added], primary: beside.length },
    adjusted: { column: name, ...met, ...(volumes && { volume: columns[at].name }) },
  });
}

/** Event of a row: none if its cell is empty or 0. */
function eventAt(events: Float64Array | null, row: Count, none: number): number {
  const value = events === null ? none : events[row];
  return Number.isNaN(value) || value === 0 ? none : value;
}
