import { fetchMissing } from "../client/preload-error";
import { serviceWorkers } from "../lib/capabilities";

/** Whether our host responds: `navigator.onLine` only knows about the network connection. */
async function hostAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    // HEAD bypasses the service worker's routes, which handle GET.
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/**
 * Reinstalls the app: deletes its cached files and the service worker that serves them, then reloads. Datasets, settings and everything
 * else the user saved are stored elsewhere and not touched. Offline the cached files are the only copy, so it only reloads.
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
    // No caches in this browser: nothing to clear.
  }
  reload();
}
