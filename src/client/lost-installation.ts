import type { Millis } from "../../workers/contract";
import type { InstallQuestion } from "../../workers/installation";

/** Interval between checks, and the time an engine may take to register the end of an installation. */
const PAUSE: Millis = 1000;
/** A worker that does not answer within this time is an earlier version, which does not know this message. */
const PATIENCE: Millis = 10_000;

/** Whether a worker is still installing; null if it does not answer. */
function isStillAtIt(worker: ServiceWorker): Promise<boolean | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean | null>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data);
    setTimeout(() => resolve(null), PATIENCE);
    worker.postMessage({ type: "IS_INSTALLING" } satisfies InstallQuestion, [port2]);
  }).finally(() => port1.close());
}

/**
 * Waits for an installation started by an earlier page, and restarts it if the engine has lost it: WebKit abandons an installation whose
 * page is closed meanwhile. The worker fetches every file but stays "installing" until the browser is closed, and registering again returns
 * the same worker. After unregistering, the new installation finds the files cached.
 */
export async function recoverInstallation(registration: ServiceWorkerRegistration, pause = PAUSE): Promise<void> {
  const worker = registration.active ? null : registration.installing;
  // Checked twice: an installation ends slightly before the event, and begins slightly before the first answer.
  for (let idle = 0; idle < 2; ) {
    const stillAtIt = worker && (await isStillAtIt(worker));
    if (stillAtIt === null) return;
    idle = stillAtIt ? 0 : idle + 1;
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (worker?.state !== "installing") return;
  }
  await registration.unregister();
}
