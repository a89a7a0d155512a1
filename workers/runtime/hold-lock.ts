import { locks } from "../capabilities";

/** Offered by every worker, so that the page notices its death. */
export interface Liveness {
  /** Takes a lock that is released when the worker ends, however it ends; returns whether it is held. */
  hold(lock: string): Promise<boolean>;
}

/** Takes a lock and holds it for the life of this thread; false if the Locks API is missing. */
export function holdLock(name: string): Promise<boolean> {
  const held = locks();
  if (!held) return Promise.resolve(false);
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise<never>(() => undefined);
    };
    held.request(name, hold).catch(() => resolve(false));
  });
}
