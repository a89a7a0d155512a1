import type { Millis } from "../../workers/contract";
import { Store } from "../lib/store";
import { type BackupTimes, noticeOf } from "./backup-notice";
import { sourceAtom } from "./source-atom";
import { workspace } from "./workspace";

/** Storage key of the time of the last backup. */
const LAST = "prospect.backup";
/** Time of the last backup of this visit; undefined if there is none. */
const saved = new Store<Millis | undefined>(undefined);

function readLast(): Millis | null {
  try {
    const time = Number(localStorage.getItem(LAST));
    return Number.isFinite(time) && time > 0 ? time : null;
  } catch {
    return null;
  }
}

/** When the last backup was saved on this device; null for never. */
const lastBackup = (): Millis | null => saved.read() ?? readLast();

/** Stores the time of a backup. */
export function rememberBackup(time: Millis): void {
  try {
    localStorage.setItem(LAST, String(time));
  } catch {
    // Storage refused: the reminder appears a little early on a later visit.
  }
  saved.set(time);
}

const times = (): BackupTimes => ({ last: lastBackup(), now: Date.now(), saved: workspace.read().datasets.map(({ savedAt }) => savedAt) });

const subscribe = (listener: () => void): (() => void) => {
  const stops = [workspace.subscribe(listener), saved.subscribe(listener)];
  return () => {
    for (const stop of stops) stop();
  };
};

/** A reminder after a month without a backup of existing data; null if not due. */
export const backupNoticeAtom = sourceAtom({ read: () => noticeOf(times()), subscribe });
export const lastBackupAtom = sourceAtom({ read: lastBackup, subscribe });
