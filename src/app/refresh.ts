import { fetchMissing } from "../client/preload-error";
import { serviceWorkers } from "../lib/capabilities";

/** Whether our host answers: `navigator.onLine` only knows about cables. */
async function hostAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    // HEAD passes by the service worker's routes, which answer GET.
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/**
 * Refetches the app: drops the cached app files and the service worker that serves them, then reloads.
 * Datasets, settings and everything else the user saved live elsewhere and are not touched.
 * Offline the cached files are all there is, so it only reloads.
 */
export async function refreshApp(reload: () => void = () => window.location.reload()): Promise<void> {
  try {
    if (await hostAnswers()) {
      const registrations = (await serviceWorkers()?.getRegistrations()) ?? [];
      await Promise.all(registrations.map((registration) => registration.unregister()));
      const names = await caches.keys();
      await Promise.all(names.map((name) => caches.delete(name)));
      await fetchMissing();
    }
  } catch {
    // A browser without these caches has nothing to clear.
  }
  reload();
}
