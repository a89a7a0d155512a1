import { registerSW } from "virtual:pwa-register";
import type { Millis } from "../../workers/contract";
import { hostApi } from "./api-host";
import { serviceWorkerRegistered } from "./service-worker-registration";
import { updates } from "./update";

/** Interval of update checks, for tabs that stay open for days. */
const LOOK_AGAIN: Millis = 60 * 60_000;
/** Timeout of an update after it was accepted: the new version normally takes control, and the page reloads, within a moment. */
const TAKE_OVER: Millis = 5000;

/** Registers the service worker for offline use and listens for new versions. */
export async function registerServiceWorker(container: ServiceWorkerContainer): Promise<void> {
  // The first worker to take control serves the version of this page; every later one is a new version, whichever tab activated it.
  let controlled = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    if (controlled) updates.taken();
    controlled = true;
  });
  hostApi(container);
  const earlier = await container.getRegistration();
  // Started by another page, which may be gone.
  if (earlier?.installing) await import("./lost-installation").then((part) => part.recoverInstallation(earlier));
  const activate = registerSW({
    onNeedRefresh: () =>
      updates.offer(() => {
        void activate();
        // Chromium may keep a new version waiting for up to five minutes although the old one is idle; reloading the page activates it.
        setTimeout(() => updates.taken(), TAKE_OVER);
      }),
    // The default would reload a tab in which a job is running.
    onNeedReload: () => undefined,
    onRegisterError: serviceWorkerRegistered,
    onRegisteredSW: (_url, registration) => {
      serviceWorkerRegistered();
      if (registration) setInterval(() => navigator.onLine && void registration.update().catch(() => undefined), LOOK_AGAIN);
    },
  });
}
