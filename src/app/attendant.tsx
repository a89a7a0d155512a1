import { useJobNotices } from "./use-job-notices.ts";
import { useNotices } from "./use-notices.ts";
import { type ShortcutActions, useShortcuts } from "./use-shortcuts.ts";

/** What watches over the page without being seen: notices and single keys; fetched once the page is quiet. */
export function Attendant({ shortcuts }: { shortcuts: ShortcutActions }) {
  useShortcuts(shortcuts);
  useNotices();
  useJobNotices();
  return null;
}
