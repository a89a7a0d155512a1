import type { Millis } from "../../workers/contract";

/** A page that still exists after this time was not left: the navigation was a download, or never completed. */
const PATIENCE: Millis = 5000;
const LOOK_AGAIN: Millis = 200;

let began = Number.NEGATIVE_INFINITY;

/** Detects that the page is being left. Firefox, for one, then aborts what the page is loading before the next page has responded. */
export function noticeLeaving(): () => void {
  const leave = () => {
    began = performance.now();
  };
  // Failures caused by leaving the page are not reported.
  const quiet = (event: PromiseRejectionEvent) => isLeaving() && event.preventDefault();
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener("beforeunload", leave, { signal });
  addEventListener("unhandledrejection", quiet, { signal });
  signal.addEventListener("abort", () => {
    began = Number.NEGATIVE_INFINITY;
  });
  return () => listening.abort();
}

/** Whether the page is being left, as far as is known. */
export const isLeaving = (): boolean => performance.now() - began < PATIENCE;

/** Settles once it is certain that the page stays; immediately if it is not being left. */
export async function pageStays(): Promise<void> {
  while (isLeaving()) await new Promise((later) => setTimeout(later, LOOK_AGAIN));
}

/** The result of `load`. If it fails because the page is being left, nothing is reported; if the page stays, it is retried. */
export async function loadUnlessLeaving<Value>(load: () => Promise<Value>): Promise<Value> {
  try {
    return await load();
  } catch (error) {
    if (!isLeaving()) throw error;
    await pageStays();
    return loadUnlessLeaving(load);
  }
}
