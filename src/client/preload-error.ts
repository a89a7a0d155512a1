import type { Millis } from "../../workers/contract";
import { isLeaving } from "../lib/leaving";
import { compute } from "./compute";

const KEY = "prospect.reloaded-for-missing-file";
/** A second failure within this time is not cured by reloading. */
const ONCE_PER: Millis = 60_000;

/**
 * A part of the app that is gone from the host (a version older than the newest) is found again by reloading the page.
 * Once, and neither offline nor while a job runs: otherwise the error goes on to the page that stands in for the screen. A page that is
 * being left does not reload: nothing is gone, and the reload would take the person back.
 */
export function reloadForMissingFiles(reload: () => void = () => location.reload()): () => void {
  const listen = (event: Event) => {
    if (isLeaving() || !navigator.onLine || compute.jobs().length > 0 || !mayReload()) return;
    event.preventDefault();
    reload();
  };
  window.addEventListener("vite:preloadError", listen);
  return () => window.removeEventListener("vite:preloadError", listen);
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
