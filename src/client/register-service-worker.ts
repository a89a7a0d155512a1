import { registerSW } from "virtual:pwa-register";
import type { Millis } from "../../workers/contract";
import { hostApi } from "./api-host";
import { serviceWorkerRegistered } from "./service-worker-registration";
import { updates } from "./update";

/** A tab that stays open for days still hears of a new version. */
const LOOK_AGAIN: Millis = 60 * 60_000;

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
    onNeedRefresh: () => updates.offer(() => void activate()),
    // Left alone it would reload a tab in which a job runs.
    onNeedReload: () => undefined,
    onRegisterError: serviceWorkerRegistered,
    onRegisteredSW: (_url, registration) => {
      serviceWorkerRegistered();
      if (registration) setInterval(() => navigator.onLine && void registration.update().catch(() => undefined), LOOK_AGAIN);
    },
  });
}
