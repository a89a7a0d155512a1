import type { Action } from "../../../../workers/engine/types";
import { priceDecimals } from "../../../analysis/decision/price-decimals.ts";
import { REGIMES } from "../../../analysis/decision/regimes.ts";
import { fixed, MISSING, moment, percent } from "../../../lib/format.ts";
import type { ReplayRun } from "./replay-run.ts";

const PERCENT = 100;

/** Decision and position at a bar, formatted. */
export interface StateAtBar {
  time: string;
  price: string;
  action: Action;
  /** "Buy 2"; the default if no rule applies. */
  clause: string;
  regime: string;
  rsi: string;
  volatility: string;
  position: string;
  /** Date and price of the entry. */
  entry: string;
  open: string;
  profit: string;
  held: string;
}

export function stateAtBar({ value, asked }: ReplayRun, row: number): StateAtBar {
  const { columns, names } = value;
  const digits = priceDecimals(columns.prices[columns.prices.length - 1]);
  const clause = columns.clause[row] < 0 ? null : names.clauses[columns.clause[row]];
  const long = columns.position[row] === 1;
  const [price, entry] = [columns.prices[row], columns.entry[row]];
  const signed = (inPercent: number) => percent(inPercent / PERCENT, 2);
  return {
    time: asked.times ? moment(asked.times[row]) : "",
    price: fixed(price, digits),
    action: clause?.action ?? "Hold",
    clause: clause ? `rule ${clause.action} ${clause.number}` : "no rule met",
    regime: REGIMES[names.regimes[columns.regime[row]] ?? "unknown"].label,
    rsi: fixed(columns.rsi[row], 1),
    volatility: percent(columns.volatility[row]),
    position: long ? "Long" : "Flat",
    entry: long ? `bought at ${fixed(entry, digits)}` : "no position",
    open: long ? percent(price / entry - 1, 2) : MISSING,
    profit: signed(columns.profit[row]),
    held: signed(columns.held[row]),
  };
}
