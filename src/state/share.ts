import { count, listed } from "../lib/format.ts";
import { BLOCKED, isCopied } from "../ui/copy-text.ts";
import { toast } from "../ui/toast-queue.ts";
import type { Taken } from "./input-store";
import { MAX_LENGTH, readShared, type SharedScreen, writeShared } from "./share-code";
import { SHARED } from "./share-link";

const TOO_LONG = "These settings are too long for a link";
const UNREADABLE = "The settings in this link cannot be read: it may be truncated";

const LONGER = `This link is longer than any that is made here (${count(MAX_LENGTH)} characters): its settings were ignored`;

/** A link that opens a screen with these settings; null where they are too long for one. */
async function shareLink({ screen, settings }: SharedScreen): Promise<string | null> {
  const packed = await writeShared(screen.slice(1), settings);
  return packed === null ? null : new URL(`${import.meta.env.BASE_URL}${screen.slice(1)}${SHARED}${packed}`, window.location.href).href;
}

const NEWER = "This link was made by a newer version of Prospect. Reload the app to update it, then open the link again";

/** Puts such a link on the clipboard, and says so. */
export async function copyShareLink(shared: SharedScreen): Promise<void> {
  const made = shareLink(shared);
  const link = made.then((short) => short ?? Promise.reject(new Error(TOO_LONG)));
  const copied = await isCopied(link);
  if ((await made) === null) toast.error(TOO_LONG);
  else if (copied) toast.success("Link copied", { detail: "Settings only, no data." });
  else toast.error(BLOCKED);
}

const NOT_TAKEN = "This screen takes no settings from a link: they were ignored";
const ELSEWHERE = "The settings in this link belong to another screen and were ignored";

/** A stranger's link names what it likes: so many settings are listed. */
const MAX_LISTED = 12;

/**
 * Tells what a screen took of a link or a file: what it does not know or accept is omitted, and named. What is changed is named as well, and
 * can be undone: either may come from anybody.
 */
export const takenFrom =
  (source: "link" | "file"): Taken =>
  (ignored, changed, undo) => {
    const action = { label: "Undo", onChoose: undo };
    if (changed.length > 0) toast.info(`The ${source} changed settings`, { detail: listed(changed, MAX_LISTED), action, duration: 10_000 });
    if (ignored.length > 0)
      toast.warning(`Some settings in the ${source} are unknown or invalid and were ignored`, {
        detail: listed(ignored, MAX_LISTED),
        duration: 10_000,
      });
    else toast.info(`Settings loaded from ${source}`);
  };

/**
 * Offers what a link carries to its screen.
 * @param path of the address the link was opened at: settings of another screen would be in wait there; null where that takes none
 */
export async function openShared(
  text: string,
  path: string | null,
  offer: (screen: string, values: object, taken: Taken) => void,
): Promise<void> {
  if (text.length > MAX_LENGTH) return void toast.error(LONGER);
  const shared = await readShared(text);
  if (!shared) toast.error(UNREADABLE);
  else if (shared === "newer") toast.error(NEWER);
  else if (path === null) toast.error(NOT_TAKEN);
  else if (path.replace(/\/$/, "") !== import.meta.env.BASE_URL + shared.screen) toast.error(ELSEWHERE);
  else offer(shared.screen, shared.settings, takenFrom("link"));
}
