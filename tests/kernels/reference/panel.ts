/** A panel aligned cell by cell. */
export interface PlainRow {
  symbol: number;
  time: number;
  value: number;
}
export type Rule = "first" | "last" | "mean";

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** All dates, a column per symbol with NaN for missing values, and how many rows of each symbol repeat a date. */
export function plainTable(rows: readonly PlainRow[], symbols: number, rule: Rule) {
  const dates = [...new Set(rows.map(({ time }) => time))].sort((a, b) => a - b);
  const cell = (symbol: number, time: number) =>
    rows.filter((row) => row.symbol === symbol && row.time === time && !Number.isNaN(row.value)).map(({ value }) => value);
  const kept = (values: number[]) =>
    values.length === 0 ? Number.NaN : rule === "first" ? values[0] : rule === "last" ? values[values.length - 1] : mean(values);
  const places = Array.from({ length: symbols }, (_, symbol) => symbol);
  const columns = places.map((symbol) => dates.map((time) => kept(cell(symbol, time))));
  const repeated = places.map((symbol) => dates.reduce((sum, time) => sum + Math.max(0, cell(symbol, time).length - 1), 0));
  return { dates, columns, repeated };
}

/** Gaps take the last known value if it is at most `limit` rows old. */
export const plainCarried = (column: readonly number[], limit: number) =>
  column.map((value, row) => {
    const known = column.slice(0, row + 1).findLastIndex((one) => !Number.isNaN(one));
    return known >= 0 && row - known <= limit ? column[known] : value;
  });
