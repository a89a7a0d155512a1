import { because, type Cause, type Count, type Place, type UnreadCells } from "../contract";
import { HALF, SYMBOL } from "./column-kinds";
import { isDatePart } from "./date-parts";
import { isBlank, parseNumber } from "./number-format";
import type { Plan, ReadOptions } from "./plan";
import type { TextRecord } from "./records";
import { RefusedFile } from "./refused-file";

/** Cells of a column at least half of which are formulas without results. */
export interface UnsolvedColumn extends Omit<UnreadCells, "column"> {
  index: number;
}

/** Names of columns of dates and times; one that merely contains such a word, as "Sentiment" or "Days Held", does not count. */
const MOMENTS =
  /^<?(?:(?:trade|trading|quote|local)[ _-]?)?(?:date|time|day|date[ _/-]?time|timestamp|epoch|datum|fecha|zeit|jour)(?:[ _-]?(?:utc|gmt|local))?>?$/i;

/** Whether a cell is a formula as text, rather than a remark ("=> split") or a number forced to text: ="100.35". */
const isFormula = (cell: string): boolean => /^=[^=>\s]/.test(cell) && Number.isNaN(parseNumber(cell, "point"));

/**
 * Columns at least half of which are formulas without results, as written by programs that do not calculate; in long columns, more than one
 * cell.
 */
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

/** Why a table cannot be read without the content of such a column. */
const unsolvedFailure = ({ index, count, row, value }: UnsolvedColumn, column = ""): Cause & Place => ({
  ...because("ingest/sheetUnsolved", { column: index + 1, cells: count }),
  row,
  value,
  ...(column && { column }),
});

/** A table that can only be read with the content of such a column. */
export class UnsolvedTable extends RefusedFile {}

/** Refuses a table if a needed column (any, if omitted) is such a column. @throws UnsolvedTable */
export function refuseUnsolved(unsolved: readonly UnsolvedColumn[] = [], needed?: readonly number[]): void {
  const column = unsolved.find(({ index }) => needed?.includes(index) ?? true);
  if (column) throw new UnsolvedTable(unsolvedFailure(column));
}

/**
 * The first such column whose absence might change which rows, dates or values are analyzed: the analyzed column itself, one that may hold
 * dates, times or symbols by its name or position, or any column if all are requested.
 */
function neededColumn(
  { header, date, primary, columns, symbol, cells }: Plan,
  unsolved: readonly UnsolvedColumn[],
  { uses, panel, adjust }: ReadOptions,
): UnsolvedColumn | undefined {
  const isScriptable = header && date !== null && !(panel && !symbol);
  return unsolved.find(({ index }) => {
    const name = cells[index].name.trim();
    const isOther = MOMENTS.test(name) || isDatePart(name) || SYMBOL.test(name) || index < (date?.index ?? 0);
    const isAdjustedBy = adjust && columns.some((column) => column.index === index && column.event);
    return !isScriptable || index === columns[primary].index || uses?.[index] || isOther || isAdjustedBy;
  });
}

/** A plan that treated such columns as numbers: without them if rows, dates and analyzed values do not change, otherwise refused. */
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
