import type { Millis } from "../contract";

/** trade: a closed trade. cash: a deposit or withdrawal. entry: costs of opening. income: dividends and interest, less taxes on them. */
export interface AccountEvent {
  time: Millis;
  kind: "trade" | "cash" | "entry" | "income";
  /** Profit after all costs, or the amount of cash. */
  net: number;
  /** Balance after the event, if the statement reports it. */
  balance: number | null;
  symbol: string;
  side: string;
  volume: number;
}
