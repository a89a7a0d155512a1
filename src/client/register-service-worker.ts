import { registerSW } from "virtual:pwa-register";
import type { Millis } from "../../workers/contract";
import { hostApi } from "./api-host";
import { serviceWorkerRegistered } from "./service-worker-registration";
import { updates } from "./update";

/** A tab that stays open for days still hears of a new version. */
const LOOK_AGAIN: Millis = 60 * 60_000;
/** A version that is told to takes over in a moment, and reloads the page then. */
const TAKE_OVER: Millis = 5000;

/** Makes the app work offline and listens for new versions. */
export async function registerServiceWorker(container: ServiceWorkerContainer): Promise<void> {
  // The first worker to take control serves the version this page is; every later one is a new version, on whoever's word it came.
  let controlled = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    if (controlled) updates.taken();
    controlled = true;
  });
  hostApi(container);
  const earlier = await container.getRegistration();
  // Begun by another page, which may be gone.
  if (earlier?.installing) await import("./lost-installation").then((part) => part.takeBackLost(earlier));
  const activate = registerSW({
    onNeedRefresh: () =>
      updates.offer(() => {
        void activate();
        // Chromium may have a new version wait for one that has nothing left to do, up to five minutes: it comes once the page goes.
        setTimeout(() => updates.taken(), TAKE_OVER);
      }),
    // Left alone it would reload a tab in which a job runs.
    onNeedReload: () => undefined,
    onRegisterError: serviceWorkerRegistered,
    onRegisteredSW: (_url, registration) => {
      serviceWorkerRegistered();
      if (registration) setInterval(() => navigator.onLine && void registration.update().catch(() => undefined), LOOK_AGAIN);
    },
  });
}
