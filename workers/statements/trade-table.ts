import type { Count, Millis } from "../contract";
import { parseDate } from "../ingest";
import type { AccountEvent } from "./account-event";
import { type DecimalSigns, numberIn } from "./amounts";
import { type FillColumns, FillTable, fillHeader } from "./fill-table";
import { CLOSING, COSTS, OF_CURRENCY, PROFIT, plainHead, RESULT_IN, SIDE, SYMBOL, TIMES, VOLUME } from "./trade-heads";

/**
 * deals and tester: MetaTrader 5 and 4 with a balance; ticket: a MetaTrader 4 statement; positions: MetaTrader 5; table: any other list of
 * trades.
 */
export type TableKind = "deals" | "tester" | "ticket" | "positions" | "table";

interface Columns {
  kind: TableKind;
  /** Columns of times, in order of preference. */
  times: number[];
  profit: number;
  /** Already net of all costs. */
  profitIsNet: boolean;
  balance: number;
  side: number;
  direction: number;
  symbol: number;
  volume: number;
  costs: number[];
  /** One of the costs, which may be paid or earned. */
  swap: number;
  /** Of TradingView, whose trades have an entry and an exit row with the same profit; -1 in any other list. */
  signal: number;
}

const CASH = /^(?:balance|credit|deposit|withdrawal|correction|bonus|transfer)/i;
const PENDING = /\b(?:limit|stop)\b/i;

/** The columns of a header of a list of trades; "open" if its trades are not closed yet; null for any other row. */
export function tradeHeader(cells: readonly string[]): Columns | "open" | null {
  if (cells.length < 3) return null;
  const heads = cells.map(plainHead);
  const oneOf = (names: readonly string[]) => heads.findIndex((head) => names.includes(head));
  const signal = heads.includes("trade #") ? heads.indexOf("signal") : -1;
  const known = signal < 0 ? [...PROFIT, ...heads.filter((head) => RESULT_IN.test(head))] : heads.filter((head) => OF_CURRENCY.test(head));
  const profits = known.map((name) => heads.lastIndexOf(name)).filter((index) => index >= 0);
  if (profits.length === 0 || heads.some((head) => /^[-+]?[\d.,]+$/.test(head))) return null;
  const times = heads.flatMap((head, index) => (TIMES.includes(head) ? [index] : []));
  const closing = heads.flatMap((head, index) => (CLOSING.includes(head) ? [index] : []));
  if (times.length + closing.length === 0) return null;
  if (heads.includes("market price")) return "open";
  const has = (name: string) => heads.includes(name);
  const kind: TableKind =
    has("direction") || has("deal") ? "deals" : has("ticket") ? "ticket" : has("position") ? "positions" : has("#") ? "tester" : "table";
  if (kind === "ticket" && closing.length === 0) return "open";
  // Of several time columns, the last one is the closing time.
  return {
    kind,
    times: [...closing, ...times.reverse()],
    profit: profits[0],
    profitIsNet: signal >= 0 || /^(net|fifopnl)/.test(heads[profits[0]]),
    balance: oneOf(["balance", "account balance", "running balance"]),
    side: oneOf(SIDE),
    direction: oneOf(["direction", "entry", "open/closeindicator"]),
    symbol: oneOf(SYMBOL),
    volume: oneOf(VOLUME),
    costs: heads.flatMap((head, index) => (COSTS.includes(head) ? [index] : [])),
    swap: heads.indexOf("swap"),
    signal,
  };
}

/** MetaTrader reports costs as negative numbers; other lists report fees as positive ones. */
function chargesOf({ kind, costs, swap }: Columns, text: (index: number) => string): number {
  return costs.reduce((sum, index) => {
    const charge = numberIn(text(index)) ?? 0;
    return sum + (kind === "table" && index !== swap ? -Math.abs(charge) : charge);
  }, 0);
}

type DayOrder = "dmy" | "mdy";
const THREE_PARTS = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}/;

/** Rows of trades as account events. */
export class TradeTable {
  private columns: Columns | FillColumns | "open" | null = null;
  private readonly fills: FillTable;
  private readonly events = new Map<TableKind, AccountEvent[]>();
  /** Rows with ambiguous day and month, resolved by the whole column. */
  private readonly undated = new Map<TableKind, { event: AccountEvent; text: string }[]>();
  private order: DayOrder | null = null;
  openTrades: Count = 0;

  constructor(readonly signs: DecimalSigns) {
    this.fills = new FillTable(signs);
  }

  get count(): Count {
    let sum = this.fills.count;
    for (const events of this.events.values()) sum += events.length;
    return sum;
  }

  /** Number of rows in a list of transactions that are neither trades nor payments. */
  get passedOver(): Count {
    return this.fills.passedOver;
  }

  /** Their types in the list. */
  get passedTypes(): { name: string; rows: Count }[] {
    return Array.from(this.fills.passedTypes, ([name, rows]) => ({ name, rows }));
  }

  get inTable(): boolean {
    return this.columns !== null;
  }

  /** Takes a row; false if it is not part of a list of trades. */
  take(cells: readonly string[]): boolean {
    const header = tradeHeader(cells) ?? fillHeader(cells);
    if (header !== null) {
      this.columns = header;
      return true;
    }
    const { columns } = this;
    if (columns === null) return false;
    if (columns === "open") {
      const isTrade = cells.length >= 8 && cells.some((cell) => this.readTime(cell) !== null);
      if (isTrade) this.openTrades++;
      else this.columns = null;
      return isTrade;
    }
    if (columns.kind === "fills") {
      const taken = this.fills.take(columns, cells);
      if (!taken) this.columns = null;
      return taken;
    }
    const [at] = columns.times.filter((index) => this.readTime(cells[index] ?? "") !== null);
    if (at === undefined) {
      this.columns = null;
      return false;
    }
    this.takeEvent(columns, cells, cells[at]);
    return true;
  }

  /** The events of the most informative list, oldest first. */
  best(): { kind: TableKind; events: AccountEvent[] } | null {
    const kinds: TableKind[] = ["deals", "ticket", "tester", "positions", "table"];
    const { events: filled, open } = this.fills.close();
    this.openTrades += open;
    this.events.set("table", [...(this.events.get("table") ?? []), ...filled]);
    const kind = kinds.find((name) => this.events.get(name)?.some((event) => event.kind === "trade"));
    if (!kind) return null;
    for (const { event, text } of this.undated.get(kind) ?? []) event.time = parseDate(text, this.order ?? "dmy");
    const events = (this.events.get(kind) ?? []).filter(({ time }) => Number.isFinite(time));
    // A stable sort keeps the order within the same second.
    return { kind, events: events.sort((one, other) => one.time - other.time) };
  }

  private keep(kind: TableKind, event: AccountEvent): void {
    const list = this.events.get(kind) ?? [];
    list.push(event);
    this.events.set(kind, list);
  }

  /** A time; "later" for a date whose day order depends on the column; null if it is not a time. */
  private readTime(cell: string): Millis | "later" | null {
    if (cell.length < 6 || cell.length > 40) return null;
    const time = parseDate(cell, "ymd");
    if (Number.isFinite(time)) return time;
    // IBKR: 20240102;093000
    const compact = parseDate(cell.replace(";", " "), "compact");
    if (Number.isFinite(compact)) return compact;
    const parts = THREE_PARTS.exec(cell);
    if (!parts) return null;
    if (Number(parts[1]) > 12) this.order ??= "dmy";
    else if (Number(parts[2]) > 12) this.order ??= "mdy";
    return Number.isFinite(parseDate(cell, "dmy")) || Number.isFinite(parseDate(cell, "mdy")) ? "later" : null;
  }

  /** Of TradingView's two rows only the exit counts; an open trade has one as well, marked as open by its signal. */
  private isClosed(side: string, signal: string): boolean {
    if (!/^exit/i.test(side)) return false;
    const isOpen = /^(?:open)?$/i.test(signal);
    if (isOpen) this.openTrades++;
    return !isOpen;
  }

  private takeEvent(columns: Columns, cells: readonly string[], timeText: string): void {
    const written = (index: number) => (index < 0 ? "" : (cells[index] ?? ""));
    const plain = this.signs.readerOf([columns.profit, ...columns.costs].map(written));
    const text = (index: number) => plain(written(index));
    const profit = numberIn(text(columns.profit));
    const side = written(columns.side);
    if (profit === null || (columns.kind === "ticket" && PENDING.test(side))) return;
    if (columns.signal >= 0 && !this.isClosed(side, written(columns.signal))) return;
    const cash = CASH.test(side);
    const direction = written(columns.direction).toLowerCase();
    const net = cash || columns.profitIsNet ? profit : profit + chargesOf(columns, text);
    const when = this.readTime(timeText);
    const event: AccountEvent = {
      time: typeof when === "number" ? when : Number.NaN,
      kind: cash ? "cash" : (columns.kind === "deals" && direction === "in") || direction === "o" ? "entry" : "trade",
      net,
      balance: numberIn(text(columns.balance)),
      symbol: written(columns.symbol),
      side,
      volume: numberIn(text(columns.volume).split("/")[0]) ?? Number.NaN,
    };
    this.keep(columns.kind, event);
    if (when === "later") {
      const waiting = this.undated.get(columns.kind) ?? [];
      waiting.push({ event, text: timeText });
      this.undated.set(columns.kind, waiting);
    }
  }
}
