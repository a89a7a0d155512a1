import type { Millis } from "../../workers/contract";
import type { InstallQuestion } from "../../workers/installation";

/** Between two questions, and as long as an engine may take to note the end of an installation. */
const PAUSE: Millis = 1000;
/** A worker that does not answer for so long is one of an earlier version, which knows no such question. */
const PATIENCE: Millis = 10_000;

/** Whether a worker is still at its installation; null where it does not say. */
function isStillAtIt(worker: ServiceWorker): Promise<boolean | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean | null>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data);
    setTimeout(() => resolve(null), PATIENCE);
    worker.postMessage({ type: "IS_INSTALLING" } satisfies InstallQuestion, [port2]);
  }).finally(() => port1.close());
}

/**
 * Waits for the installation that an earlier page has begun, and takes it back where the engine has lost it: WebKit forgets an installation
 * whose page is closed meanwhile. Its worker fetches every file and stays "installing" until the browser ends, and whoever registers is given
 * that one. Registered again, it finds its files kept.
 */
export async function takeBackLost(registration: ServiceWorkerRegistration, pause = PAUSE): Promise<void> {
  const worker = registration.active ? null : registration.installing;
  // Twice: the end of an installation and the news of it are two moments, as are its beginning and the first answer.
  for (let idle = 0; idle < 2; ) {
    const stillAtIt = worker && (await isStillAtIt(worker));
    if (stillAtIt === null) return;
    idle = stillAtIt ? 0 : idle + 1;
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (worker?.state !== "installing") return;
  }
  await registration.unregister();
}
