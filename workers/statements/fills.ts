import type { Count, Millis } from "../contract";
import type { AccountEvent } from "./account-event";

/** A purchase (quantity above 0) or a sale, as in a list of transactions without profits. */
export interface Fill {
  time: Millis;
  /** Identifies a product. */
  product: string;
  name: string;
  quantity: number;
  /** Cash flow in the account's currency, including all costs: negative for a purchase. */
  cash: number;
}

interface Lot {
  quantity: number;
  cash: number;
}

/**
 * Closed trades of purchases and sales: what closes a position, long or short, is matched with its oldest lots (first in, first out).
 * @param fills in chronological order
 * @returns a trade per closing transaction, with its profit after all costs, and the number of products still held
 */
export function tradesOf(fills: readonly Fill[]): { events: AccountEvent[]; open: Count } {
  const books = new Map<string, Lot[]>();
  const events: AccountEvent[] = [];
  for (const { time, product, name, quantity, cash } of fills) {
    const lots = books.get(product) ?? [];
    books.set(product, lots);
    let rest = quantity;
    let net = 0;
    while (lots.length > 0 && lots[0].quantity * rest < 0) {
      const [oldest] = lots;
      const closed = Math.min(Math.abs(oldest.quantity), Math.abs(rest)) * Math.sign(rest);
      const given = (-closed / oldest.quantity) * oldest.cash;
      net += given + (closed / quantity) * cash;
      rest -= closed;
      if (Math.abs(oldest.quantity) === Math.abs(closed)) lots.shift();
      else lots[0] = { quantity: oldest.quantity + closed, cash: oldest.cash - given };
    }
    if (rest !== quantity)
      events.push({
        time,
        kind: "trade",
        net,
        balance: null,
        symbol: name,
        side: quantity < 0 ? "sell" : "buy",
        volume: Math.abs(quantity - rest),
      });
    if (rest !== 0) lots.push({ quantity: rest, cash: (rest / quantity) * cash });
  }
  return { events, open: [...books.values()].filter((lots) => lots.length > 0).length };
}
