import type { SharedCache, SharedName } from "../../workers/shared-files";
import { toast } from "../ui/toast-queue.ts";
import { offerFile } from "./offered-file";

/** Where the service worker leaves what another app has shared. */
const CACHE: SharedCache = "prospect-shared";
const NAME: SharedName = "x-name";

/** Asks about what another app has shared with this one; says so where it could not be kept. */
export async function askAboutReceived(): Promise<void> {
  const kept = await caches.match("/file", { cacheName: CACHE });
  if (!kept) return void toast.error("What was shared could not be opened: there was no file, or the device has no room for it");
  const name = decodeURIComponent(kept.headers.get(NAME) ?? "");
  offerFile(new File([await kept.blob()], name), "received");
}

/** Takes it off the device once the user has answered. */
export const forgetReceived = (): Promise<boolean> => caches.delete(CACHE);
