import { useAtomValue } from "jotai";
import { Suspense } from "react";
import { createPortal } from "react-dom";
import { chartDesk } from "../charts/chart-desk";
import { offeredFileAtom, offerFile } from "../state/offered-file";
import { deferred } from "../ui/deferred.ts";
import { desk } from "./chart-desk";
import { PrivacyMeter } from "./privacy-meter.tsx";
import { METER_PLACE } from "./top-bar.tsx";
import { useDroppedFiles } from "./use-dropped-files.ts";
import { useFeeds } from "./use-feeds.ts";
import { useFieldInSight } from "./use-field-in-sight.ts";
import { useJobNotices } from "./use-job-notices.ts";
import { useNotices } from "./use-notices.ts";
import { type ShortcutActions, useShortcuts } from "./use-shortcuts.ts";

chartDesk.set(desk);

const OpenResult = deferred(async () => (await import("./open-result.tsx")).OpenResult);
const OpenShared = deferred(async () => (await import("./open-shared.tsx")).OpenShared);

/** What watches over the page, of which only the privacy meter is seen: notices, single keys, feeds, dropped files and the field that is written in; fetched once the page is quiet. */
export function Attendant({ shortcuts }: { shortcuts: ShortcutActions }) {
  useShortcuts(shortcuts);
  useNotices();
  useJobNotices();
  useFeeds();
  useDroppedFiles();
  useFieldInSight();
  const offered = useAtomValue(offeredFileAtom);
  const place = document.getElementById(METER_PLACE);
  const Open = offered?.kind === "result" ? OpenResult : OpenShared;
  return (
    <>
      {place && createPortal(<PrivacyMeter />, place)}
      {offered ? (
        <Suspense>
          <Open file={offered.file} onClose={() => offerFile(null)} key={offered.kind} />
        </Suspense>
      ) : null}
    </>
  );
}
