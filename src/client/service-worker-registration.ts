let settle: () => void = () => undefined;
let registered: Promise<unknown> = Promise.resolve();

/** To be called before the first registration: whoever needs the service worker waits from now on. */
export function expectServiceWorker(): void {
  registered = new Promise<void>((resolve) => {
    settle = resolve;
  });
}

/** The registration is made, or refused. */
export const serviceWorkerRegistered = (): void => settle();

/** Settles when it is known whether there will be a service worker; at once where none is registered. */
export const serviceWorkerRegistration = (): Promise<unknown> => registered;
