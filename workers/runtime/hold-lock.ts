import { locks } from "../capabilities";

/** What every worker offers, so that the page notices its death. */
export interface Liveness {
  /** Takes a lock that is freed when the worker ends, however it ends; returns whether it is held. */
  hold(lock: string): Promise<boolean>;
}

/** Takes a lock and keeps it as long as this thread lives; false where there are no locks. */
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
