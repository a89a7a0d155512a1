import type { Millis } from "../../workers/contract";
import { isLeaving } from "../lib/leaving";
import { compute } from "./compute";

const KEY = "prospect.reloaded-for-missing-file";
const PATIENCE: Millis = 5_000;
/** Parts of the app that could not be fetched ahead, by address. */
const missing = new Set<string>();
const noteMissing = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === "modulepreload") missing.add(target.href);
};

/**
 * Fetches by itself what could not be fetched ahead: WebKit never asks for such a file again, over reloads too, until somebody does
 * (https://bugs.webkit.org/show_bug.cgi?id=270357).
 */
export const fetchMissing = (): Promise<unknown> =>
  Promise.allSettled(Array.from(missing, (address) => fetch(address, { cache: "reload", signal: AbortSignal.timeout(PATIENCE) })));

/** A second failure within this time is not cured by reloading. */
const ONCE_PER: Millis = 60_000;

/**
 * A part of the app that is gone from the host (a version older than the newest) is found again by reloading the page.
 * Once, and neither offline nor while a job runs: otherwise the error goes on to the page that stands in for the screen. A page that is
 * being left does not reload: nothing is gone, and the reload would take the person back.
 */
export function reloadForMissingFiles(reload: () => unknown = () => location.reload()): () => void {
  const listen = (event: Event) => {
    if (isLeaving() || !navigator.onLine || compute.jobs().length > 0 || !mayReload()) return;
    event.preventDefault();
    void fetchMissing().then(reload);
  };
  window.addEventListener("vite:preloadError", listen);
  window.addEventListener("error", noteMissing, true);
  return () => {
    window.removeEventListener("vite:preloadError", listen);
    window.removeEventListener("error", noteMissing, true);
  };
}

/** True the first time within a while; never where that cannot be remembered over the reload. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < ONCE_PER) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
