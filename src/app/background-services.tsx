import { useLocation, useNavigate } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { Suspense } from "react";
import { createPortal } from "react-dom";
import { CLEARED } from "../../workers/contract";
import { chartDesk } from "../charts/chart-desk";
import { erasure } from "../state/erasure";
import { offeredFileAtom, offerFile } from "../state/offered-file";
import { deferred } from "../ui/deferred.ts";
import { deviceCheck } from "../ui/device-check.ts";
import { desk } from "./chart-desk";
import { PrivacyMeter } from "./privacy-meter.tsx";
import { METER_PLACE } from "./top-bar.tsx";
import { useDroppedFiles } from "./use-dropped-files.ts";
import { useFeeds } from "./use-feeds.ts";
import { useFieldInSight } from "./use-field-in-sight.ts";
import { useJobNotices } from "./use-job-notices.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useNotices } from "./use-notices.ts";
import { type ShortcutActions, useShortcuts } from "./use-shortcuts.ts";
import { useUserScroll } from "./use-user-scroll.ts";
import { useWatch } from "./use-watch.ts";

chartDesk.set(desk);
erasure.addEventListener("message", async ({ data }) => data === CLEARED && (await import("./announce-cleared.ts")).announceCleared());
deviceCheck.set(deferred(async () => (await import("./device-check.tsx")).DeviceCheck));

const OpenResult = deferred(async () => (await import("./open-result.tsx")).OpenResult);
const CheckedPage = deferred(async () => (await import("./checked-page.tsx")).CheckedPage);
const Tour = deferred(async () => (await import("./tour.tsx")).Tour);
const OpenReceived = deferred(async () => (await import("./open-received.tsx")).OpenReceived);
const OpenShared = deferred(async () => (await import("./open-shared.tsx")).OpenShared);

/** Hash on Home that starts the tour. */
const TOUR = "tour";

/**
 * Background services of the page, loaded once it is idle: notices, shortcuts, feeds, dropped files, focus. Only the privacy meter is
 * visible.
 */
export function BackgroundServices({ shortcuts }: { shortcuts: ShortcutActions }) {
  useShortcuts(shortcuts);
  useNotices();
  useJobNotices();
  useFeeds();
  useWatch();
  useDroppedFiles();
  useFieldInSight();
  useKeptFocus();
  useUserScroll();
  const navigate = useNavigate();
  // The tour has its own URL: opening it starts the tour.
  const tour = useLocation({ select: ({ pathname, hash }) => pathname === "/" && hash === TOUR });
  const offered = useAtomValue(offeredFileAtom);
  const place = document.getElementById(METER_PLACE);
  const Open = { result: OpenResult, page: CheckedPage, shared: OpenShared, received: OpenReceived }[offered?.kind ?? "shared"];
  return (
    <>
      {place && createPortal(<PrivacyMeter />, place)}
      {tour ? (
        <Suspense>
          <Tour onLeave={() => void navigate({ to: "/", replace: true, resetScroll: false })} />
        </Suspense>
      ) : null}
      {offered ? (
        <Suspense>
          <Open file={offered.file} onClose={() => offerFile(null)} key={offered.kind} />
        </Suspense>
      ) : null}
    </>
  );
}
