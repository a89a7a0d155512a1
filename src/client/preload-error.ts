import type { Millis } from "../../workers/contract";
import { isLeaving } from "../lib/leaving";
import { compute } from "./compute";

const KEY = "prospect.reloaded-for-missing-file";
const PATIENCE: Millis = 5_000;
/** URLs of files that could not be preloaded. */
const missing = new Set<string>();
const noteMissing = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === "modulepreload") missing.add(target.href);
};

/**
 * Fetches files that could not be preloaded: WebKit never requests such a file again, even after a reload, until it is fetched explicitly
 * (https://bugs.webkit.org/show_bug.cgi?id=270357).
 */
export const fetchMissing = (): Promise<unknown> =>
  Promise.allSettled(Array.from(missing, (address) => fetch(address, { cache: "reload", signal: AbortSignal.timeout(PATIENCE) })));

/** If it fails again within this time, reloading does not help. */
const ONCE_PER: Millis = 60_000;

/**
 * Reloads the page if a file of the app no longer exists on the host, because a newer version has been deployed. Only once, and neither
 * offline nor while a job is running: otherwise the error is passed on to the page that replaces the screen. Not while the page is being
 * left either: nothing is missing, and a reload would bring the user back.
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

/** True the first time within the interval; never if that cannot be stored across the reload. */
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
