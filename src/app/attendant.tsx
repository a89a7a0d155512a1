import { useFeeds } from "./use-feeds.ts";
import { useJobNotices } from "./use-job-notices.ts";
import { useNotices } from "./use-notices.ts";
import { type ShortcutActions, useShortcuts } from "./use-shortcuts.ts";

/** What watches over the page without being seen: notices, single keys and feeds; fetched once the page is quiet. */
export function Attendant({ shortcuts }: { shortcuts: ShortcutActions }) {
  useShortcuts(shortcuts);
  useNotices();
  useJobNotices();
  useFeeds();
  return null;
}
