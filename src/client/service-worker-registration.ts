let settle: () => void = () => undefined;
let registered: Promise<unknown> = Promise.resolve();

/** Call before the first registration: from then on, code that needs the service worker waits. */
export function expectServiceWorker(): void {
  registered = new Promise<void>((resolve) => {
    settle = resolve;
  });
}

/** The registration has succeeded or failed. */
export const serviceWorkerRegistered = (): void => settle();

/** Settles once it is known whether there will be a service worker; immediately if none is registered. */
export const serviceWorkerRegistration = (): Promise<unknown> => registered;
