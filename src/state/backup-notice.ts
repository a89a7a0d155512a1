import { DAY, type Millis } from "../../workers/contract";

const NEVER = "There is no backup of the data on this device. Browsers may delete it without notice: save a backup in Settings.";
const due = (days: number): string =>
  `The last backup is ${days} days old. The data exists on this device only: save a new backup in Settings.`;

const MONTH_DAYS = 30;

export interface BackupTimes {
  /** Time of the last backup; null for never. */
  last: Millis | null;
  now: Millis;
  /** When each dataset on the device was saved. */
  saved: readonly Millis[];
}

/** Text of the reminder: due a month after data were saved without a backup; null if not due. */
export function noticeOf({ last, now, saved }: BackupTimes): string | null {
  if (saved.length === 0) return null;
  // A time in the future was recorded before the clock was corrected: it counts as old as the oldest data.
  const since = last === null || last > now ? Math.min(...saved) : last;
  const days = Math.floor((now - since) / DAY);
  if (days < MONTH_DAYS) return null;
  return last === null ? NEVER : due(days);
}
