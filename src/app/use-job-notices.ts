import { useEffect } from "react";
import type { Millis } from "../../workers/contract";
import { compute } from "../client/compute";
import type { FinishedJob } from "../client/job-list";
import { duration } from "../lib/format.ts";
import { inWords } from "../lib/texts.ts";
import { jobWords } from "../state/job-words";
import { notices } from "../state/notices";
import { tellOutside } from "../state/tell-outside";

/** Shorter work is over before anybody looks away. */
const WORTH_TELLING: Millis = 1000;

/** Lists a computation that has ended. It counts as read where the user saw it end. */
export function noteFinished({ job, millis, failure }: FinishedJob): void {
  if (millis < WORTH_TELLING) return;
  const title = failure ? `${jobWords(job)} failed` : `${jobWords(job)} finished`;
  const detail = failure ? inWords(failure) : `took ${duration(millis)}`;
  const hidden = document.visibilityState === "hidden";
  notices.add({ kind: failure ? "failed-job" : "job", title, detail, path: window.location.pathname, read: !hidden });
  if (hidden) void tellOutside(title, detail);
}

export function useJobNotices(): void {
  useEffect(() => compute.onFinish(noteFinished), []);
}
