import type { Count } from "../contract";
import { clipped, withoutTurns } from "../format";
import { parseDate } from "../ingest";
import type { AccountEvent } from "./account-event";
import { type DecimalSigns, numberIn } from "./amounts";
import { type Fill, tradesOf } from "./fills";
import { CASH_IN, FILLS, OPERATION_KINDS, OPERATIONS, ORDER, plainHead } from "./trade-heads";

/** Column indices of a list of transactions from which profits are computed. */
export interface FillColumns {
  kind: "fills";
  date: number;
  clock: number;
  product: number;
  name: number;
  /** For XTB, the column of the comment that contains it. */
  quantity: number;
  cash: number;
  /** Type of an XTB operation; -1 in any other list. */
  type: number;
}

/** The columns of a header of a list of purchases and sales without profits; null for any other row. */
export function fillHeader(cells: readonly string[]): FillColumns | null {
  const heads = cells.map(plainHead);
  const oneOf = (names: readonly string[]) => heads.findIndex((head) => names.includes(head));
  if (heads.length === OPERATIONS.length && OPERATIONS.every((name) => heads.includes(name))) {
    const [, type, date, symbol, comment, cash] = OPERATIONS.map((name) => heads.indexOf(name));
    return { kind: "fills", date, clock: -1, product: symbol, name: symbol, quantity: comment, cash, type };
  }
  const found = {
    date: oneOf(FILLS.dates),
    product: heads.indexOf("isin"),
    name: oneOf(FILLS.name),
    quantity: oneOf(FILLS.quantity),
    cash: heads.findIndex((head) => FILLS.cash.some((name) => name === head || name === head.replace(CASH_IN, ""))),
  };
  return Object.values(found).every((index) => index >= 0) ? { kind: "fills", clock: oneOf(FILLS.clock), type: -1, ...found } : null;
}

/** The quantity in XTB's comment, positive for a purchase, and whether it closes a position; null if it is not an order. */
function orderIn(comment: string): { quantity: number; closes: boolean } | null {
  const [, opens, side, volume] = ORDER.exec(comment) ?? [];
  if (volume === undefined) return null;
  const closes = opens === "CLOSE";
  return { quantity: Number(volume) * (closes !== (side === "BUY") ? 1 : -1), closes };
}

/** Symbol and second, by which an order is matched with its profit. */
const moment = (symbol: string, time: number) => `${Math.floor(time / 1000)} ${symbol}`;

/** Maximum number of types listed, and characters of each. */
const MAX_TYPES = 8;
const MAX_LETTERS: Count = 60;

/** The rows of a list of transactions without profits. */
export class FillTable {
  private readonly fills: Fill[] = [];
  /** XTB's closing orders by `moment`: if an order's cash is only the original cost, its profit is a separate row. */
  private readonly closings = new Map<string, Fill[]>();
  private readonly others: AccountEvent[] = [];
  /** Number of rows that are neither orders nor counted operations, such as corporate actions, and their types. */
  passedOver: Count = 0;
  readonly passedTypes = new Map<string, Count>();

  constructor(private readonly signs: DecimalSigns) {}

  get count(): Count {
    return this.fills.length + this.others.length;
  }

  /** Takes a row; false if it has no date. */
  take(columns: FillColumns, cells: readonly string[]): boolean {
    const date = cells[columns.date] ?? "";
    const clock = cells[columns.clock] ?? "";
    const written = clock === "" ? date : `${date} ${clock}`;
    const [time = Number.NaN] = (["dmy", "ymd"] as const).map((order) => parseDate(written, order)).filter(Number.isFinite);
    if (!Number.isFinite(time)) return false;
    const total = cells[columns.cash] ?? "";
    const plain = this.signs.readerOf([total]);
    const ordered = cells[columns.quantity] ?? "";
    const order = columns.type < 0 ? { quantity: numberIn(plain(ordered)), closes: false } : orderIn(ordered);
    const cash = numberIn(plain(total));
    const name = cells[columns.name] ?? "";
    const type = cells[columns.type] ?? "";
    const [kind] = OPERATION_KINDS.find(([, pattern]) => pattern.test(type)) ?? [];
    if (kind && cash !== null) this.others.push({ time, kind, net: cash, balance: null, symbol: name, side: type, volume: Number.NaN });
    else if (order?.quantity && cash !== null)
      this.takeOrder({ time, product: cells[columns.product] || name, name, quantity: order.quantity, cash }, order.closes);
    else this.passOver(type);
    return true;
  }

  /** The events and the number of products still held, once the whole list is read: its latest rows come first. */
  close(): { events: AccountEvent[]; open: Count } {
    const others = this.others.splice(0).filter((event) => {
      const closing = event.kind === "trade" ? this.closings.get(moment(event.symbol, event.time))?.shift() : undefined;
      if (closing) closing.cash += event.net;
      return !closing;
    });
    const fills = this.fills.splice(0).reverse();
    const { events, open } = tradesOf(fills.sort((one, other) => one.time - other.time));
    return { events: [...others, ...events], open };
  }

  private passOver(written: string): void {
    this.passedOver++;
    const type = clipped(withoutTurns(written), MAX_LETTERS);
    const known = this.passedTypes.get(type) ?? 0;
    if (type !== "" && (known > 0 || this.passedTypes.size < MAX_TYPES)) this.passedTypes.set(type, known + 1);
  }

  private takeOrder(fill: Fill, closes: boolean): void {
    this.fills.push(fill);
    if (!closes) return;
    const key = moment(fill.product, fill.time);
    this.closings.set(key, [...(this.closings.get(key) ?? []), fill]);
  }
}
