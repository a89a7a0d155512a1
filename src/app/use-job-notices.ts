import { useEffect } from "react";
import type { Millis } from "../../workers/contract";
import { compute } from "../client/compute";
import type { FinishedJob } from "../client/pool";
import { duration } from "../lib/format.ts";
import { jobWords } from "../state/job-words";
import { notices } from "../state/notices";
import { settings } from "../state/settings";

/** Shorter work is over before anybody looks away. */
const WORTH_TELLING: Millis = 1000;

/** The system's own notification, where the person and the browser allow it. Pressing it brings the page to the front. */
async function tellOutside(title: string, body: string): Promise<void> {
  if (!settings.read().notify || !("Notification" in window) || Notification.permission !== "granted") return;
  const options = { body, tag: "prospect-job", icon: "/icons/icon-192.png" };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Phones let only a service worker notify.
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    await registration?.showNotification(title, options).catch(() => undefined);
  }
}

/** Lists a computation that has ended. It counts as read where the person saw it end. */
export function noteFinished({ job, millis, failure }: FinishedJob): void {
  if (millis < WORTH_TELLING) return;
  const title = failure ? `${jobWords(job)} failed` : `${jobWords(job)} finished`;
  const detail = failure ? failure.message : `took ${duration(millis)}`;
  const hidden = document.visibilityState === "hidden";
  notices.add({ kind: failure ? "failed-job" : "job", title, detail, path: window.location.pathname, read: !hidden });
  if (hidden) void tellOutside(title, detail);
}

export function useJobNotices(): void {
  useEffect(() => compute.onFinish(noteFinished), []);
}
