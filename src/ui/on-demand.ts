import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { notLoaded } from "../../workers/runtime/messages";
import { isLeaving, loadUnlessLeaving } from "../lib/leaving.ts";
import { Store } from "../lib/store.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { toast } from "./toast-queue.ts";

/**
 * What opens from a control: fetched as soon as one of its controls has been drawn and the browser has time, and at once when a control is
 * touched, so that it is there before it is asked for; asked for sooner it opens as soon as it has come. Not by `lazy`: React holds what
 * was waited for back for up to 300 ms after it has shown that something is missing.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const part = new Store<ComponentType<Props> | null>(null);
  let fetching: Promise<void> | null = null;
  let announced = false;

  const fetch = (): Promise<void> => {
    fetching ??= loadUnlessLeaving(load).then(
      (component) => part.set(component),
      (error: unknown) => {
        fetching = null;
        throw error;
      },
    );
    return fetching;
  };
  /** Fetches what will probably be wanted; whoever then asks for it hears of a failure. */
  const prepare = (): void => void fetch().catch(() => {});

  /** The component once it is there. `giveUp` is called if it is wanted and cannot be fetched. */
  function usePart(wanted: boolean, giveUp: () => void): ComponentType<Props> | null {
    const component = useSyncExternalStore(part.subscribe, part.read);
    useEffect(() => {
      if (announced) return;
      announced = true;
      whenIdle(prepare);
    }, []);
    const missing = wanted && component === null;
    useEffect(() => {
      if (!missing) return;
      let asking = true;
      fetch().catch((error: unknown) => {
        if (!asking || isLeaving()) return;
        console.error(error);
        toast.error(notLoaded);
        giveUp();
      });
      return () => {
        asking = false;
      };
    }, [missing, giveUp]);
    return component;
  }
  return { prepare, usePart };
}
