import { type ComponentType, lazy } from "react";

/** A part of the shell that comes after the first paint. If it cannot be fetched it stays away: the screen under it goes on working. */
export function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch (error) {
      console.error(error);
      return { default: () => null };
    }
  });
}

/** Runs `work` when the browser has nothing better to do, at the latest after two seconds. Returns how to call it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(work, { timeout: 2000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(work, 500);
  return () => clearTimeout(id);
}
