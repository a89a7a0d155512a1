import { useAtomValue } from "jotai";
import { backupNoticeAtom } from "../state/last-backup";
import { noticesAtom } from "../state/notices";
import { storageWarningAtom } from "../state/storage-warning";
import { updateAtom } from "../state/update";

/** Marks something unread: a finished job, an alert, a new version, unsaved data, a backup that is due. */
export function UnreadMark() {
  const unread = useAtomValue(noticesAtom).filter(({ read }) => !read).length;
  const standing = [useAtomValue(storageWarningAtom), useAtomValue(backupNoticeAtom)].filter((text) => text !== null).length;
  const waiting = unread + standing + (useAtomValue(updateAtom).ready ? 1 : 0);
  if (waiting === 0) return null;
  return (
    <>
      <span className="sr-only">({waiting} unread)</span>
      <span data-unread="" aria-hidden="true" className="absolute top-1 right-1 size-2 rounded-full border border-surface bg-bad" />
    </>
  );
}
