import type { Millis } from "../contract";

/** trade: a closed trade. cash: a deposit or withdrawal. entry: costs of opening. */
export interface AccountEvent {
  time: Millis;
  kind: "trade" | "cash" | "entry";
  /** Profit with all costs, or the amount of cash. */
  net: number;
  /** Of the account after it, where the statement says so. */
  balance: number | null;
  symbol: string;
  side: string;
  volume: number;
}
