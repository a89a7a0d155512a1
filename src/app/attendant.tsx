import { useAtomValue } from "jotai";
import { Suspense } from "react";
import { offeredFileAtom, offerFile } from "../state/offered-file";
import { deferred } from "../ui/deferred.ts";
import { useDroppedFiles } from "./use-dropped-files.ts";
import { useFeeds } from "./use-feeds.ts";
import { useFieldInSight } from "./use-field-in-sight.ts";
import { useJobNotices } from "./use-job-notices.ts";
import { useNotices } from "./use-notices.ts";
import { type ShortcutActions, useShortcuts } from "./use-shortcuts.ts";

const OpenResult = deferred(async () => (await import("./open-result.tsx")).OpenResult);
const OpenShared = deferred(async () => (await import("./open-shared.tsx")).OpenShared);

/** What watches over the page without being seen: notices, single keys, feeds, dropped files and the field that is written in; fetched once the page is quiet. */
export function Attendant({ shortcuts }: { shortcuts: ShortcutActions }) {
  useShortcuts(shortcuts);
  useNotices();
  useJobNotices();
  useFeeds();
  useDroppedFiles();
  useFieldInSight();
  const offered = useAtomValue(offeredFileAtom);
  if (!offered) return null;
  const Open = offered.kind === "result" ? OpenResult : OpenShared;
  return (
    <Suspense>
      <Open file={offered.file} onClose={() => offerFile(null)} key={offered.kind} />
    </Suspense>
  );
}
