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

/** Rows that are named of those omitted for a reason. */
export const MAX_EXAMPLES: Count = 20;
const SHOWN = 80;
/** Rows there is room for at first, in all columns together: a text of many columns has few rows as a rule. */
const START = 4096;
const START_VALUES = 1 << 18;
/** Rows that later come shorter than the first ones. */
const MARGIN = 1.05;
/** A text that begins with very short rows must not claim memory it will never use. */
const MAX_EXPECTED = 1 << 24;

/** In place of the code of a symbol: its rows are not kept, or there is none. */
export const OTHER_SYMBOL = -2;
export const NO_SYMBOL = -1;

/** Counts the rows omitted, by reason, and keeps the first few of each. */
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
  /** Symbols by their place in the order in which they were met, and the one whose rows are kept. */
  readonly symbols = new Map<string, number>();
  private readonly short = new ShortNames();
  /** Of an outline, the symbol that was said last. */
  private above = "";
  symbol: string | undefined;
  /** Of a panel of many symbols, whose each row is. */
  codes: Float64Array | null;
  readonly dropped = new DropTally();
  /** Digests of its columns as far as they are filled; none where rows are written to afterwards. */
  digests: EarlyDigests | undefined;
  /** Cells that make sense only with the other order of day and month, or the other decimal sign. */
  readonly evidence = { dateOrder: 0, decimal: 0 };
  private readonly row: Float64Array;

  /** Columns that a result may have as they are. */
  private readonly lasting = new WeakSet<Float64Array>();

  /** @param column makes the columns of a result, where there is one: those that are filled to the last place need no copy then */
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

  /** The order of day and month its rows tell, where the plan assumes the other. */
  get otherOrder(): "dmy" | "mdy" | undefined {
    const { date } = this.plan;
    return date && !date.settled && this.evidence.dateOrder > 0 ? OTHER_ORDER[date.kind] : undefined;
  }

  /** Whether its rows tell another decimal sign than the plan assumes. */
  get hasOtherDecimal(): boolean {
    return !this.plan.decimalSettled && this.evidence.decimal > 0;
  }

  /** Whether reading on by the plan is in vain: its rows contradict it, and the text is read again. */
  get contradictsPlan(): boolean {
    return this.hasOtherDecimal || this.otherOrder !== undefined;
  }

  /** Makes room for a text of `size` bytes whose first `bytes` hold `rows` rows, so that the columns need not grow row by row. */
  expect(rows: Count, bytes: Count, size: Count): void {
    if (this.length === 0 && bytes > 0) this.reserve(Math.min(MAX_EXPECTED, Math.ceil((rows / bytes) * size * MARGIN)));
  }

  /** Makes room for the rows of a table that says how many it has. */
  expectRows(rows: Count): void {
    if (this.length === 0) this.growTo(Math.min(MAX_EXPECTED, rows));
  }

  /** Begins the digests of its rows, where its columns have room for just those that are expected. */
  async digest(expected: Count): Promise<void> {
    for (const values of [...(this.times ? [this.times] : []), ...this.columns])
      if (values.length === expected && this.lasting.has(values)) await this.digests?.add(values, this.length);
  }

  /** The rows of one of its columns, or of its dates, as a column of a result. */
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

  /** Appends rows that a kernel has read; their numbers in the text are for the caller to add. @param codes of rows of many symbols, whose each is */
  append(times: Float64Array | null, columns: Float64Array[], codes?: Float64Array): void {
    const { length } = columns[0];
    this.reserve(this.length + length);
    if (times && this.times) this.times.set(times, this.length);
    for (const [index, values] of columns.entries()) this.columns[index].set(values, this.length);
    if (codes && this.codes) this.codes.set(codes, this.length);
    this.length += length;
  }

  /** Appends the rows of a text of its own as those of one symbol of a panel, and counts what was excluded from it. */
  appendSymbol(name: string, text: RowStore, column: Count): void {
    const from = this.length;
    const code = this.symbols.size;
    this.symbols.set(this.short.of(name), code);
    for (const [row, line] of text.lines.toArray(text.length).entries()) this.lines.add(from + row, line);
    this.append(text.times?.subarray(0, text.length) ?? null, [text.columns[column].subarray(0, text.length)]);
    this.codes?.fill(code, from, this.length);
    this.dropped.addAll(text.dropped);
  }

  /** Reads one row of cells; a row without a date or without the primary value is omitted and counted. */
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

  /** The code of the symbol a cell names, met now or before, or why its rows are not kept. */
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

  /** Why a cell holds no number; what the other decimal sign would make of it counts as evidence. */
  private reasonOf(cell: string): DropReason {
    if (isBlank(cell)) return "missing-value";
    if (!Number.isNaN(parseNumber(cell, this.plan.decimal === "point" ? "comma" : "point"))) this.evidence.decimal++;
    return "not-a-number";
  }
}
