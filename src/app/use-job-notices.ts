import { useEffect } from "react";
import type { Millis } from "../../workers/contract";
import { compute } from "../client/compute";
import type { FinishedJob } from "../client/job-list";
import { duration } from "../lib/format.ts";
import { failureText } from "../lib/texts.ts";
import { jobWords } from "../state/job-words";
import { notices } from "../state/notices";
import { notifySystem } from "../state/notify-system";

/** Shorter jobs finish before the user looks away. */
const WORTH_TELLING: Millis = 1000;

/** Adds a notice for a finished job; it counts as read if the user saw it finish. */
export function noteFinished({ job, millis, failure }: FinishedJob): void {
  if (millis < WORTH_TELLING) return;
  const title = failure ? `${jobWords(job)} failed` : `${jobWords(job)} finished`;
  const detail = failure ? failureText(failure) : `took ${duration(millis)}`;
  const hidden = document.visibilityState === "hidden";
  notices.add({ kind: failure ? "failed-job" : "job", title, detail, path: window.location.pathname, read: !hidden });
  if (hidden) void notifySystem(title, detail);
}

export function useJobNotices(): void {
  useEffect(() => compute.onFinish(noteFinished), []);
}
