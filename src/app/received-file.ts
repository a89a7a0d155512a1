import { because } from "../../workers/contract";
import type { SharedCache, SharedCount, SharedLimit, SharedName, SharedSize } from "../../workers/shared-files";
import { bytes, count, withoutTurns } from "../lib/format.ts";
import { offerFile } from "../state/offered-file";
import { toast, toastFailure } from "../ui/toast-queue.ts";
import { openGivenFile } from "./place-data-file";

/** Cache in which the service worker stores files shared by another app. */
const CACHE: SharedCache = "prospect-shared";
const NAME: SharedName = "x-name";
const COUNT: SharedCount = "x-files";
const SIZE: SharedSize = "x-size";
const LIMIT: SharedLimit = "x-limit";

/** Asks about a file shared by another app; shows a message if it could not be stored. */
export async function askAboutReceived(): Promise<void> {
  const kept = await caches.match("/file", { cacheName: CACHE });
  if (!kept) return void toast.error("The shared file could not be opened: no file was received, or this device has no room for it");
  const name = decodeURIComponent(kept.headers.get(NAME) ?? "") || "Shared text.txt";
  const size = kept.headers.get(SIZE);
  if (size !== null) {
    const most = bytes(Number(kept.headers.get(LIMIT)));
    toast.error(
      `“${withoutTurns(name)}” is ${bytes(Number(size))}, and other apps can share up to ${most}: open it in a data field instead`,
    );
    return void forgetReceived();
  }
  const files = Number(kept.headers.get(COUNT));
  if (files > 1) toast.info(`The first of ${count(files)} shared files is opened: share the others one at a time`);
  offerFile(new File([await kept.blob()], name), "received");
}

/** Deletes it once the user has answered. */
export const forgetReceived = (): Promise<boolean> => caches.delete(CACHE);

/** Opens the first file the system opens with the installed app; shows a message if there are others, or it is gone. */
export async function openLaunched([first, ...others]: readonly FileSystemFileHandle[]): Promise<void> {
  const file = await first.getFile().catch(() => null);
  if (!file) return toastFailure(because("results/unreadable"));
  if (others.length > 0) toast.info(`The first of ${count(1 + others.length)} files is opened: open the others one at a time`);
  await openGivenFile(file);
}
