import type { QualityReport, Series } from "../contract";
import type { JobContext } from "../runtime/job";
import { hashColumns } from "../series";
import type { LineNumbers } from "./line-numbers";
import type { Plan } from "./plan";
import { scanGaps, scanMissing, scanValues } from "./quality";
import type { RowStore } from "./rows";

/** The numbers of a series. */
export type SeriesNumbers = Pick<Series, "length" | "times" | "columns" | "primary">;

/** The rows of a store as columns of their own. */
export function keptNumbers({ columns, primary }: Plan, store: RowStore, context: JobContext): SeriesNumbers {
  const { length, times } = store;
  const keep = (values: Float64Array) => {
    const column = context.column(length);
    column.set(values.subarray(0, length));
    return column;
  };
  return {
    length,
    times: times && keep(times),
    columns: columns.map(({ name, role }, index) => ({ name, role, values: keep(store.columns[index]) })),
    primary,
  };
}

/** The hash of the numbers of a series, and what looking through them finds. */
export async function scanNumbers(
  { times, columns, primary }: SeriesNumbers,
  lines: LineNumbers,
  context: JobContext,
): Promise<{ hash: string } & Pick<QualityReport, "missing" | "gaps" | "longestGap" | "zeroOrNegative" | "jumps">> {
  const hashed = columns.map(({ values }) => values);
  const scan = async () => ({
    missing: scanMissing(context, columns),
    ...(times ? scanGaps(context, times) : { gaps: 0, longestGap: null }),
    ...scanValues(context, columns[primary].values, lines),
  });
  // Digests are made on other threads: the scans go on beside them.
  const [hash, scanned] = await Promise.all([hashColumns(times ? [times, ...hashed] : hashed, context), scan()]);
  return { hash, ...scanned };
}
