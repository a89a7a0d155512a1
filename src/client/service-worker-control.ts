import type { Millis } from "../../workers/contract";
import { serviceWorkers } from "../lib/capabilities";
import { serviceWorkerRegistration } from "./service-worker-registration";

/** An installation fetches every file of the app: this long on a slow line. */
const PATIENCE: Millis = 60_000;

/** Settles when a worker of the registration is in control, or will never be: a page loaded past it, or one whose installation failed. */
async function inControl(container: ServiceWorkerContainer): Promise<void> {
  await serviceWorkerRegistration();
  const registration = await container.getRegistration();
  const coming = registration?.installing ?? registration?.waiting;
  if (container.controller || !(coming ?? registration?.active)) return;
  await new Promise<void>((resolve) => {
    container.addEventListener("controllerchange", () => resolve(), { once: true });
    coming?.addEventListener("statechange", () => coming.state === "redundant" && resolve());
    // One that is there already takes over in a moment, or leaves this page alone, as one that was loaded past it.
    if (!coming) setTimeout(resolve, 3000);
  });
}

/** Waits for the service worker of a first visit, which lets threads reach the hosts the person has entered. */
export async function serviceWorkerInControl(container = serviceWorkers()): Promise<void> {
  if (!container || container.controller) return;
  await Promise.race([inControl(container), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}
