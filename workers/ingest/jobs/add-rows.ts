import { fail, type Outcome, type QualityReport, type Series, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { compoundReturns } from "../compound";
import { LineNumbers } from "../line-numbers";
import { derivedSeries, type SeriesNumbers } from "../series-of";
import { eachDate } from "./compare-versions";

/** Appends the rows of a newer version whose dates are missing in a series; its own rows are unchanged. */
export async function addRows({ before, after }: { before: Series; after: Series }, context: JobContext): Promise<Outcome<Series>> {
  const paired = before.columns.map((column) => ({ column, newer: after.columns.find(({ name }) => name === column.name)?.values }));
  const [old, fresh] = [before.times, after.times];
  if (!old || !fresh || paired.some(({ newer }) => newer === undefined)) return fail("bad-input", "ingest/versionsDiffer");
  let length = 0;
  eachDate(old, fresh, context, () => {
    length++;
  });
  const times = context.column(length);
  const columns = paired.map(({ column, newer = column.values }) => ({ column, newer, values: context.column(length) }));
  let row = 0;
  eachDate(old, fresh, context, (i, j) => {
    times[row] = i < 0 ? fresh[j] : old[i];
    for (const { column, newer, values } of columns) values[row] = i < 0 ? newer[j] : column.values[i];
    row++;
  });
  const joined = { length, times, columns: columns.map(({ column, values }) => ({ ...column, values })), primary: before.primary };
  const made = await compoundedAgain(joined, before.quality, context);
  if (!made.ok) return made;
  const numbers = made.value;
  const { hash, quality } = await derivedSeries(numbers, after.quality, context);
  return succeed({ ...after, ...numbers, hash, name: before.name, previous: before.hash, loadedAt: Date.now(), quality });
}

/** Prices compounded from returns continue from those of the earlier rows; a newer file restarts at 100. */
async function compoundedAgain(numbers: SeriesNumbers, { returns }: QualityReport, context: JobContext): Promise<Outcome<SeriesNumbers>> {
  const place = returns?.compounded ? numbers.columns.findIndex(({ name }) => name === returns.column) : -1;
  if (!returns || place < 0) return succeed(numbers);
  const lines = new LineNumbers();
  lines.add(0, 1);
  const made = await compoundReturns({ ...numbers, columns: numbers.columns.slice(0, -1), primary: place }, lines, returns, context);
  return made.ok ? succeed({ ...made.value, primary: numbers.primary }) : made;
}
