import { type DateKind, type PlacedDates, parseDay } from "./date-format";
import { FilledLines, type RowBytes } from "./filled-lines";
import { LearnedCells } from "./learned-cells";
import { DELIMITER_SIGN, type Plan } from "./plan";
import { CLOCK, COMPACT_CLOCK, COMPACT_TIME, parseClock, ZONED_CLOCK, ZONES } from "./time-of-day";

/** Patterns of a time of day with the positions of its parts: in a cell of its own, and after a day. */
const OWN = [CLOCK, COMPACT_CLOCK].map(({ source }) => new RegExp(source, "di"));
const BEHIND = [new RegExp(String.raw`(?:^|\D)${ZONED_CLOCK}$`, "di")];
const BEHIND_COMPACT = [...BEHIND, new RegExp(String.raw`^\d{8}[T; ]?${COMPACT_TIME} ?(${ZONES})?$`, "di")];
const CLOCKS: Partial<Record<DateKind, RegExp[]>> = { ymd: BEHIND, dmy: BEHIND, mdy: BEHIND, named: BEHIND, compact: BEHIND_COMPACT };
/** For kinds without a time of day, and for midnights that represent days. */
const NONE: RegExp[] = [];

const datesIn = (date: PlacedDates, textOf: (cell: Uint8Array) => string): LearnedCells =>
  new LearnedCells(textOf, (text) => parseDay(text, date), (!date.localDays && CLOCKS[date.kind]) || NONE);

/** Adds the times of rows whose date format the table kernel does not know. */
export class LearnedMoments {
  private readonly columns: { index: number; cells: LearnedCells }[];
  private readonly delimiter: number;

  /** @param textOf decodes the bytes of a cell */
  constructor({ date, clock, delimiter }: Plan, textOf: (bytes: Uint8Array) => string) {
    this.delimiter = DELIMITER_SIGN[delimiter].charCodeAt(0);
    this.columns = [
      ...(date ? [{ index: date.index, cells: datesIn(date, textOf) }] : []),
      ...(clock === null ? [] : [{ index: clock, cells: new LearnedCells(textOf, parseClock, OWN) }]),
    ];
  }

  /** Writes the times of rows to `times`. @returns the rows that must be read cell by cell: those of `odds`, and those without a time */
  read(times: Float64Array, odds: ArrayLike<number>, rows: RowBytes): number[] {
    const lines = new FilledLines(rows, this.delimiter);
    const found: number[] = [];
    let odd = 0;
    for (let row = 0; row < times.length; row++) {
      lines.step();
      const isOdd = odd < odds.length && odds[odd] === row;
      if (isOdd) odd += 3;
      else times[row] = this.momentIn(lines, rows.written);
      if (isOdd || Number.isNaN(times[row])) found.push(row, lines.start, lines.end);
    }
    return found;
  }

  private momentIn(lines: FilledLines, written: Uint8Array): number {
    let time = 0;
    for (const { index, cells } of this.columns) {
      const from = lines.cellAt(index);
      time += cells.valueOf(written, from, lines.endOfCell(from));
    }
    return time;
  }
}
