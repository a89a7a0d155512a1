import type { Millis } from "../../workers/contract";

/** A page that is still there this long after it was to be left stays: what it was left for was a file to save, or never answered. */
const PATIENCE: Millis = 5000;
const LOOK_AGAIN: Millis = 200;

let began = Number.NEGATIVE_INFINITY;

/** Notices when the page is left. An engine may break off whatever the page still loads before the next page has answered: Firefox does. */
export function noticeLeaving(): () => void {
  const leave = () => {
    began = performance.now();
  };
  // A failure caused by leaving the page is not reported.
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

/** Whether the page is being left, as far as can be known. */
export const isLeaving = (): boolean => performance.now() - began < PATIENCE;

/** Settles once the page stays: at once, unless it is being left. */
export async function stays(): Promise<void> {
  while (isLeaving()) await new Promise((later) => setTimeout(later, LOOK_AGAIN));
}

/** What `load` gives. If it fails because the page is being left, nothing is reported; if the page stays, it is retried. */
export async function loadUnlessLeaving<Value>(load: () => Promise<Value>): Promise<Value> {
  try {
    return await load();
  } catch (error) {
    if (!isLeaving()) throw error;
    await stays();
    return loadUnlessLeaving(load);
  }
}
