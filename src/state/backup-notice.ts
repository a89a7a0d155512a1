import { DAY, type Millis } from "../../workers/contract";

const NEVER = "There is no backup of the data on this device. Browsers may delete it without notice: save a backup in Settings.";
const due = (days: number): string =>
  `The last backup is ${days} days old. The data exists on this device only: save a new backup in Settings.`;

const MONTH_DAYS = 30;

export interface BackupTimes {
  /** When the last backup was saved; null for never. */
  last: Millis | null;
  now: Millis;
  /** When each dataset on the device was saved. */
  saved: readonly Millis[];
}

/** The reminder in words: after a month in which something lay here without a backup; null when none is due. */
export function noticeOf({ last, now, saved }: BackupTimes): string | null {
  if (saved.length === 0) return null;
  // What was saved at a time yet to come was saved before the clock was set right: it is as old as whatever lies here longest.
  const since = last === null || last > now ? Math.min(...saved) : last;
  const days = Math.floor((now - since) / DAY);
  if (days < MONTH_DAYS) return null;
  return last === null ? NEVER : due(days);
}
