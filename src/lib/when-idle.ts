import { tellsIdle } from "./capabilities";

/** Runs `work` when the browser has nothing better to do, at the latest after two seconds. Returns how to call it off. */
export function whenIdle(work: () => void): () => void {
  if (tellsIdle()) {
    const id = requestIdleCallback(work, { timeout: 2000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(work, 500);
  return () => clearTimeout(id);
}
