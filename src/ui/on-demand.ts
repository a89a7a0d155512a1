import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { notLoaded } from "../../workers/runtime/messages";
import { isLeaving, loadUnlessLeaving } from "../lib/leaving.ts";
import { Store } from "../lib/store.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { toast } from "./toast-queue.ts";

/**
 * A component opened by a control: preloaded when idle after the first of its controls has rendered, or when a control is hovered or
 * focused, so that it is usually there in time; otherwise it opens as soon as it has loaded. Not `lazy`: after showing a fallback React
 * delays the content by up to 300 ms.
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
  /** Preloads what will probably be needed; a failure is reported when it is actually opened. */
  const prepare = (): void => void fetch().catch(() => {});

  /** The component once loaded. `giveUp` is called if it is wanted but cannot be loaded. */
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
