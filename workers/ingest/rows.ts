import type { Count, DroppedRows, DropReason } from "../contract";
import { EarlyDigests, ShortNames } from "../series";
import { OTHER_ORDER, parseDate, parseDay } from "./date-format";
import { dateText } from "./date-parts";
import { LineNumbers } from "./line-numbers";
import { isBlank, parseNumber, parseRatio } from "./number-format";
import type { Plan } from "./plan";
import { withWholeNumbers } from "./split-numbers";
import { parseClock } from "./time-of-day";
import { withoutUnit } from "./units";

/** Number of omitted rows reported per reason. */
export const MAX_EXAMPLES: Count = 20;
const SHOWN = 80;
/** Initial capacity in values, over all columns: a text of many columns usually has few rows. */
const START = 4096;
const START_VALUES = 1 << 18;
/** Margin for rows that are shorter later on. */
const MARGIN = 1.05;
/** A text that begins with very short rows must not reserve memory it will never use. */
const MAX_EXPECTED = 1 << 24;

/** Code of a symbol whose rows are not kept, or of a missing one. */
export const OTHER_SYMBOL = -2;
export const NO_SYMBOL = -1;

/** Counts the omitted rows by reason, and keeps the first few of each. */
export class DropTally {
  private readonly byReason = new Map<DropReason, DroppedRows>();

  add(reason: DropReason, row: Count, value: string): void {
    const entry = this.byReason.get(reason) ?? { reason, count: 0, examples: [] };
    this.byReason.set(reason, entry);
    entry.count++;
    if (entry.examples.length < MAX_EXAMPLES) entry.examples.push({ row, value: value.slice(0, SHOWN) });
  }

  addMany(reason: DropReason, count: Count, examples: DroppedRows["examples"]): void {
    if (count > 0) this.byReason.set(reason, { reason, count, examples });
  }

  addAll(others: DropTally): void {
    for (const { reason, count, examples } of others.list()) {
      const before = this.byReason.get(reason);
      this.addMany(reason, count + (before?.count ?? 0), [...(before?.examples ?? []), ...examples].slice(0, MAX_EXAMPLES));
    }
  }

  list(): DroppedRows[] {
    return [...this.byReason.values()];
  }

  get total(): Count {
    return this.list().reduce((sum, { count }) => sum + count, 0);
  }
}

/** Rows as they are read, in the order of the text; grows by doubling. */
export class RowStore {
  length = 0;
  times: Float64Array | null;
  columns: Float64Array[];
  lines = new LineNumbers();
  /** Symbols with their index in order of occurrence, and the one whose rows are kept. */
  readonly symbols = new Map<string, number>();
  private readonly short = new ShortNames();
  /** In an outline, the most recent symbol. */
  private above = "";
  symbol: string | undefined;
  /** In a panel of many symbols, the code of each row's symbol. */
  codes: Float64Array | null;
  readonly dropped = new DropTally();
  /** Digests of the filled part of its columns; undefined if rows are modified afterwards. */
  digests: EarlyDigests | undefined;
  /** Number of cells that only make sense with the other order of day and month, or the other decimal sign. */
  readonly evidence = { dateOrder: 0, decimal: 0 };
  private readonly row: Float64Array;

  /** Columns that can be returned in a result without a copy. */
  private readonly lasting = new WeakSet<Float64Array>();

  /** @param column allocates the columns of a result, if given: those filled completely then need no copy */
  constructor(
    private readonly plan: Plan,
    private readonly column?: (length: Count) => Float64Array,
  ) {
    const rows = Math.max(1, Math.min(START, Math.floor(START_VALUES / plan.columns.length)));
    this.times = plan.date ? new Float64Array(rows) : null;
    this.columns = plan.columns.map(() => new Float64Array(rows));
    this.codes = plan.panel && plan.symbol ? new Float64Array(rows) : null;
    this.row = new Float64Array(plan.columns.length);
    if (!plan.fill && !plan.panel) this.digests = new EarlyDigests();
  }

  /** The order of day and month proved by the rows, if it differs from the plan's. */
  get otherOrder(): "dmy" | "mdy" | undefined {
    const { date } = this.plan;
    return date && !date.settled && this.evidence.dateOrder > 0 ? OTHER_ORDER[date.kind] : undefined;
  }

  /** Whether the rows prove another decimal sign than the plan's. */
  get hasOtherDecimal(): boolean {
    return !this.plan.decimalSettled && this.evidence.decimal > 0;
  }

  /** Whether the rows contradict the plan, so that reading stops and the text is read again. */
  get contradictsPlan(): boolean {
    return this.hasOtherDecimal || this.otherOrder !== undefined;
  }

  /** Reserves capacity for a text of `size` bytes whose first `bytes` contain `rows` rows, so that the columns need not grow row by row. */
  expect(rows: Count, bytes: Count, size: Count): void {
    if (this.length === 0 && bytes > 0) this.reserve(Math.min(MAX_EXPECTED, Math.ceil((rows / bytes) * size * MARGIN)));
  }

  /** Reserves capacity for a table of known length. */
  expectRows(rows: Count): void {
    if (this.length === 0) this.growTo(Math.min(MAX_EXPECTED, rows));
  }

  /** Begins the digests of its rows, if its columns have exactly the expected capacity. */
  async digest(expected: Count): Promise<void> {
    for (const values of [...(this.times ? [this.times] : []), ...this.columns])
      if (values.length === expected && this.lasting.has(values)) await this.digests?.add(values, this.length);
  }

  /** The filled rows of one of its columns, or of its dates, as a column of a result. */
  kept(values: Float64Array, column: (length: Count) => Float64Array): Float64Array {
    if (values.length === this.length && this.lasting.has(values)) return values;
    const copy = column(this.length);
    copy.set(values.subarray(0, this.length));
    return copy;
  }

  private reserve(length: Count): void {
    const room = this.columns[0].length;
    if (length > room) this.growTo(Math.max(length, room * 2));
  }

  private growTo(size: Count): void {
    const grow = (old: Float64Array) => {
      if (old.length >= size) return old;
      const next = this.column?.(size) ?? new Float64Array(size);
      if (this.column) this.lasting.add(next);
      next.set(old);
      return next;
    };
    this.columns = this.columns.map(grow);
    if (this.times) this.times = grow(this.times);
    if (this.codes) this.codes = grow(this.codes);
  }

  /** Appends rows read by a kernel; the caller adds their line numbers. @param codes for rows of many symbols, the code of each */
  append(times: Float64Array | null, columns: Float64Array[], codes?: Float64Array): void {
    const { length } = columns[0];
    this.reserve(this.length + length);
    if (times && this.times) this.times.set(times, this.length);
    for (const [index, values] of columns.entries()) this.columns[index].set(values, this.length);
    if (codes && this.codes) this.codes.set(codes, this.length);
    this.length += length;
  }

  /** Appends the rows of a separate text as one symbol of a panel, and its counts of omitted rows. */
  appendSymbol(name: string, text: RowStore, column: Count): void {
    const from = this.length;
    const code = this.symbols.size;
    this.symbols.set(this.short.of(name), code);
    for (const [row, line] of text.lines.toArray(text.length).entries()) this.lines.add(from + row, line);
    this.append(text.times?.subarray(0, text.length) ?? null, [text.columns[column].subarray(0, text.length)]);
    this.codes?.fill(code, from, this.length);
    this.dropped.addAll(text.dropped);
  }

  /** Parses one row of cells; a row without a date or a primary value is omitted and counted. */
  add(written: string[], line: Count): void {
    const cells = withWholeNumbers(written, this.plan.split);
    const code = this.meet(this.nameOf(cells));
    if (code === OTHER_SYMBOL) return;
    if (code === NO_SYMBOL && this.codes) {
      this.dropped.add("missing-value", line, cells.join(" | "));
      return;
    }
    const time = this.readTime(cells, line);
    if (time === undefined) return;
    const { columns, primary, decimal, panel, symbol, fill } = this.plan;
    for (const [index, column] of columns.entries()) {
      const cell = column.unit === undefined ? cells[column.index] : withoutUnit(cells[column.index], column.unit);
      const parse = column.event === "split" ? parseRatio : parseNumber;
      const value = cell === undefined ? Number.NaN : parse(cell, decimal);
      if (Number.isNaN(value) && index === primary) {
        const reason = this.reasonOf(cell);
        if ((!panel || symbol) && !(fill && isBlank(cell))) {
          this.dropped.add(reason, line, cell);
          return;
        }
      }
      this.row[index] = value;
    }
    this.reserve(this.length + 1);
    if (this.times) this.times[this.length] = time;
    for (const [index, values] of this.columns.entries()) values[this.length] = this.row[index];
    if (this.codes) this.codes[this.length] = code;
    this.lines.add(this.length++, line);
  }

  private nameOf(cells: string[]): string {
    const { index = -1, outline } = this.plan.symbol ?? {};
    const name = this.short.of(cells[index]?.trim() ?? "");
    if (!outline) return name;
    this.above = name || this.above;
    return this.above;
  }

  /** The code of the symbol in a cell, new or known, or why its rows are not kept. */
  codeOf(cell: string): number {
    return this.meet(this.short.of(cell.trim()));
  }

  private meet(name: string): number {
    if (name === "") return NO_SYMBOL;
    const code = this.symbols.get(name) ?? this.symbols.size;
    this.symbols.set(name, code);
    if (this.codes) return code;
    this.symbol ??= this.plan.symbol?.wanted ?? name;
    return name === this.symbol ? code : OTHER_SYMBOL;
  }

  private readTime(cells: string[], line: Count): number | undefined {
    const { date, clock, columns, primary, width } = this.plan;
    const needed = Math.max(date?.index ?? 0, ...(date?.parts ?? []), columns[primary].index);
    if (cells.length <= needed || cells.slice(width).some((cell) => cell.trim() !== "")) {
      this.dropped.add("wrong-column-count", line, cells.join(" | "));
      return undefined;
    }
    if (!date) return 0;
    const text = dateText(cells, date);
    if (isBlank(text)) {
      this.dropped.add("missing-value", line, text);
      return undefined;
    }
    const time = parseDay(text, date) + (clock === null ? 0 : parseClock(cells[clock] ?? ""));
    if (!Number.isNaN(time)) return time;
    const other = OTHER_ORDER[date.kind];
    if (other && !Number.isNaN(parseDate(text, other))) this.evidence.dateOrder++;
    this.dropped.add("bad-date", line, clock === null ? text : `${text} ${cells[clock] ?? ""}`);
    return undefined;
  }

  /** Why a cell is not a number; if it is one with the other decimal sign, that counts as evidence. */
  private reasonOf(cell: string): DropReason {
    if (isBlank(cell)) return "missing-value";
    if (!Number.isNaN(parseNumber(cell, this.plan.decimal === "point" ? "comma" : "point"))) this.evidence.decimal++;
    return "not-a-number";
  }
}
