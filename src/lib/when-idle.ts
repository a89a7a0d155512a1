import { supportsIdleCallback } from "./capabilities";

/** Runs `work` when the browser is idle, after two seconds at the latest. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (supportsIdleCallback()) {
    const id = requestIdleCallback(work, { timeout: 2000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(work, 500);
  return () => clearTimeout(id);
}
