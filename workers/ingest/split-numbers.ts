import { because, type Count } from "../contract";
import { NAMES_DATES, sniffDates } from "./date-format";
import type { Plan, ReadOptions, SplitNumbers } from "./plan";
import { HEADED, plainName } from "./presets";
import type { TextRecord } from "./records";

const WHOLE = /^[-+]?\d{1,15}$/;
const FRACTION = /^\d{1,6}$/;
const NAME = /\p{L}/u;
/** Up to this share, rows with more cells than names are treated as exceptions and excluded. */
const STRAY_SHARE = 0.05;

/** A row with each split number joined into one cell; any other row is unchanged. */
export function withWholeNumbers(cells: string[], split: SplitNumbers | undefined): string[] {
  if (!split || cells.length !== split.cells) return cells;
  const whole = cells.slice(0, split.before);
  for (let cell = split.before; cell < cells.length; cell += 2) whole.push(`${cells[cell]},${cells[cell + 1]}`);
  return whole;
}

/**
 * Whether commas are both delimiters and decimal signs: dated rows have two cells of digits per numeric name in the header, or, if that
 * names a single number, as many cells as names while the number is an integer in at most half of them. Refused if it is ambiguous which
 * commas are decimal: some rows have fewer cells, or a column before the numbers contains integers, any of which may be the number without
 * decimals.
 */
export function splitNumbers(records: readonly TextRecord[], options: ReadOptions): Pick<Plan, "split" | "refused"> {
  if ((options.decimal ?? options.assumed?.decimal) === "point" || options.header === false) return {};
  const head = records.slice(0, HEADED + 1).findIndex(({ cells }) => cells.length > 1 && cells.every((cell) => NAME.test(cell)));
  if (head < 0 || !NAMES_DATES.test(records[head].cells[0])) return {};
  const header = records[head].cells;
  const names = header.length;
  const rows = records.slice(head + 1);
  const cells = rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
  const before = 2 * names - cells;
  const isDigits = (row: TextRecord, from: Count) => row.cells.slice(from).every((cell) => WHOLE.test(cell));
  const isFull = (row: TextRecord) =>
    row.cells.length === cells &&
    row.cells.every((cell, place) => place < before || ((place - before) % 2 === 0 ? WHOLE : FRACTION).test(cell));
  if (
    rows.length < 2 ||
    cells <= names ||
    before < 1 ||
    !sniffDates(
      rows.map((row) => row.cells[0]),
      header[0],
      true,
    )
  )
    return {};
  const isWhole = (row: TextRecord) => names - before === 1 && row.cells.length === names && isDigits(row, before);
  const hasWholeBefore = rows.some((row) =>
    row.cells.some((cell, place) => place > 0 && place < before && plainName(header[place]) !== "time" && WHOLE.test(cell)),
  );
  const isMostlyFull = 2 * rows.filter(isFull).length >= rows.length;
  if (!hasWholeBefore && isMostlyFull && rows.every((row) => isFull(row) || isWhole(row))) return { split: { cells, before } };
  const odd = rows.filter((row) => row.cells.length !== names);
  const isOpen =
    odd.length > STRAY_SHARE * rows.length &&
    rows.every((row) => row.cells.length >= names && isDigits(row, before)) &&
    (hasWholeBefore || rows.some((row) => row.cells.length !== cells));
  if (!isOpen) return {};
  const [{ cells: shown, line }] = odd;
  return { refused: { ...because("ingest/numbersSplit", { cells: shown.length, names }), row: line, value: shown.join(",") } };
}
