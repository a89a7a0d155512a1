import type { Millis } from "../../workers/contract";
import { serviceWorkers } from "../lib/capabilities";
import { serviceWorkerRegistration } from "./service-worker-registration";

/** Timeout: an installation fetches every file of the app, which takes this long on a slow connection. */
const PATIENCE: Millis = 60_000;

/** Settles once a worker of the registration controls the page, or never will: the page was loaded bypassing it, or installation failed. */
async function inControl(container: ServiceWorkerContainer): Promise<void> {
  await serviceWorkerRegistration();
  const registration = await container.getRegistration();
  const coming = registration?.installing ?? registration?.waiting;
  if (container.controller || !(coming ?? registration?.active)) return;
  await new Promise<void>((resolve) => {
    container.addEventListener("controllerchange", () => resolve(), { once: true });
    coming?.addEventListener("statechange", () => coming.state === "redundant" && resolve());
    // An active worker takes control within a moment, or never, if the page was loaded bypassing it.
    if (!coming) setTimeout(resolve, 3000);
  });
}

/** Waits for the service worker on a first visit, which lets workers contact the hosts the user has entered. */
export async function serviceWorkerInControl(container = serviceWorkers()): Promise<void> {
  if (!container || container.controller) return;
  await Promise.race([inControl(container), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}
