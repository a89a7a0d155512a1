import type { Millis } from "../contract";
import { MAX_HISTORY } from "./constants";
import type { TradingSignals } from "./types";

/** A decision as the history keeps it; the performance comes when a dataset is linked. */
export interface Decision {
  timestamp: Millis;
  signal: TradingSignals;
  performance: number | null;
}

export interface DecisionHistoryItem extends Decision {
  relativeTimestamp: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type HistoryWindow = "1d" | "7d" | "1m";
export const DEFAULT_HISTORY_WINDOW: HistoryWindow = "7d";
const WINDOW_DAYS: Record<HistoryWindow, number> = { "1d": 1, "7d": 7, "1m": 30 };

/** "5m ago", "3h ago", "2d ago": whole minutes below an hour, hours below a day, days from there on. */
export function relativeTimestamp(timestamp: Millis, now: Millis): string {
  const passed = Math.max(0, now - timestamp);
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)}m ago`;
  return passed < DAY ? `${Math.floor(passed / HOUR)}h ago` : `${Math.floor(passed / DAY)}d ago`;
}

/** The history with one more decision, oldest first; of more than 100 the oldest are dropped. */
export const remember = (history: readonly Decision[], decision: Decision): Decision[] => [...history, decision].slice(-MAX_HISTORY);

/** The decisions of a window that ends now, newest first, each with how long ago it was. */
export const recall = (history: readonly Decision[], now: Millis, window: HistoryWindow = DEFAULT_HISTORY_WINDOW): DecisionHistoryItem[] =>
  history
    .filter(({ timestamp }) => now - timestamp <= WINDOW_DAYS[window] * DAY)
    .map((decision) => ({ ...decision, relativeTimestamp: relativeTimestamp(decision.timestamp, now) }))
    .sort((a, b) => b.timestamp - a.timestamp);
