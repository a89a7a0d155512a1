import { because, type Cause, type Count, type Place, type UnreadCells } from "../contract";
import { HALF, SYMBOL } from "./column-kinds";
import { isDatePart } from "./date-parts";
import { isBlank, parseNumber } from "./number-format";
import type { Plan, ReadOptions } from "./plan";
import type { TextRecord } from "./records";
import { RefusedFile } from "./refused-file";

/** Cells of a column at a place that are formulas without results, half of them or more. */
export interface UnsolvedColumn extends Omit<UnreadCells, "column"> {
  index: number;
}

/** Names of columns of moments; one that merely has such a word in it, as "Sentiment" or "Days Held", may be of anything. */
const MOMENTS =
  /^<?(?:(?:trade|trading|quote|local)[ _-]?)?(?:date|time|day|date[ _/-]?time|timestamp|epoch|datum|fecha|zeit|jour)(?:[ _-]?(?:utc|gmt|local))?>?$/i;

/** Whether a cell is a formula as it is written, no remark ("=> split"), and none that comes to a text of a number: ="100.35". */
const isFormula = (cell: string): boolean => /^=[^=>\s]/.test(cell) && Number.isNaN(parseNumber(cell, "point"));

/** Columns of which half or more are formulas without results, as programs that do not calculate write them; of many rows, more than one. */
export function unsolvedColumns(rows: readonly TextRecord[]): UnsolvedColumn[] {
  const found: UnsolvedColumn[] = [];
  for (const { cells, line } of rows)
    for (const [index, value] of cells.entries()) {
      if (!isFormula(value)) continue;
      found[index] ??= { index, count: 0, examined: 0, row: line, value };
      found[index].count++;
    }
  const filled = (index: number): Count => rows.filter(({ cells }) => !isBlank(cells[index] ?? "")).length;
  return found
    .map((column) => ({ ...column, examined: filled(column.index) }))
    .filter(({ count, examined }) => count >= HALF * examined && (count > 1 || rows.length < 3));
}

/** Why a table is not read without what such a column would hold. */
export const unsolvedFailure = ({ index, count, row, value }: UnsolvedColumn, column = ""): Cause & Place => ({
  ...because("ingest/sheetUnsolved", { column: index + 1, cells: count }),
  row,
  value,
  ...(column && { column }),
});

/** A table that is read only with what such a column would hold. */
export class UnsolvedTable extends RefusedFile {}

/** Refuses a table some of whose columns at the places that are needed, all of them if omitted, are such. @throws UnsolvedTable */
export function refuseUnsolved(unsolved: readonly UnsolvedColumn[] = [], needed?: readonly number[]): void {
  const column = unsolved.find(({ index }) => needed?.includes(index) ?? true);
  if (column) throw new UnsolvedTable(unsolvedFailure(column));
}

/**
 * Of such columns the first one without which other rows, dates or values might be analyzed: it is the analyzed one itself, name or place say that
 * it may have dates, times or symbols, or what is asked for needs every column.
 */
function neededColumn(
  { header, date, primary, columns, symbol, cells }: Plan,
  unsolved: readonly UnsolvedColumn[],
  { uses, panel, adjust }: ReadOptions,
): UnsolvedColumn | undefined {
  const isTold = header && date !== null && !(panel && !symbol);
  return unsolved.find(({ index }) => {
    const name = cells[index].name.trim();
    const isOther = MOMENTS.test(name) || isDatePart(name) || SYMBOL.test(name) || index < (date?.index ?? 0);
    const isAdjustedBy = adjust && columns.some((column) => column.index === index && column.event);
    return !isTold || index === columns[primary].index || uses?.[index] || isOther || isAdjustedBy;
  });
}

/** A plan in which such columns are taken for numbers: without them where rows, dates and the analyzed values are the same, else as it is, refused. */
export function withoutUnsolved(plan: Plan, unsolved: readonly UnsolvedColumn[], options: ReadOptions): Plan {
  const needed = neededColumn(plan, unsolved, options);
  const nameOf = ({ index }: UnsolvedColumn) => plan.cells[index].name;
  if (needed) return { ...plan, refused: unsolvedFailure(needed, nameOf(needed)) };
  const left = new Set(unsolved.map(({ index }) => index));
  const columns = plan.columns.filter(({ index }) => !left.has(index));
  return {
    ...plan,
    columns,
    primary: columns.indexOf(plan.columns[plan.primary]),
    cells: plan.cells.map((cell, index) => (left.has(index) ? { ...cell, use: "ignored" } : cell)),
    unsolved: unsolved.map(({ index: _, ...cells }, place) => ({ column: nameOf(unsolved[place]), ...cells })),
  };
}
