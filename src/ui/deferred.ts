import { type ComponentType, lazy } from "react";
import { messages } from "../../workers/messages";
import { toast } from "./toast-queue.ts";

/** A part of a page that comes when it is wanted. If it cannot be fetched a toast says so, and the screen under it goes on working. */
export function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch (error) {
      console.error(error);
      toast.error(messages.notLoaded);
      return { default: () => null };
    }
  });
}
