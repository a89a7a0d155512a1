import { type ComponentType, lazy, memo } from "react";
import { notLoaded } from "../../workers/runtime/messages";
import { loadUnlessLeaving } from "../lib/leaving.ts";
import { toast } from "./toast-queue.ts";

/**
 * A part of a page that comes when it is wanted, and is drawn again only with other props. If it cannot be fetched a toast says so, and the
 * screen under it goes on working.
 */
export function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: memo(await loadUnlessLeaving(load)) };
    } catch (error) {
      console.error(error);
      toast.error(notLoaded);
      return { default: () => null };
    }
  });
}
