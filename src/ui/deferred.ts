import { type ComponentType, lazy, memo } from "react";
import { notLoaded } from "../../workers/runtime/messages";
import { loadUnlessLeaving } from "../lib/leaving.ts";
import { toast } from "./toast-queue.ts";

/**
 * A component that is loaded when first rendered, and re-rendered only if its props change. If loading fails a toast reports it, and the
 * rest of the screen keeps working.
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
