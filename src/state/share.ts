import { type Outcome, succeed } from "../../workers/contract";
import { count, listed } from "../lib/format.ts";
import { BLOCKED, isCopied } from "../ui/copy-text.ts";
import { toast, toastFailure } from "../ui/toast-queue.ts";
import type { Taken } from "./input-store";
import { offerFile } from "./offered-file";
import type { ShownRun } from "./result-files";
import { MAX_LENGTH_WITH_DATA, readShared, type Shared, type SharedScreen, writeShared } from "./share-code";
import { shareFile } from "./share-file";
import { SHARED } from "./share-link";

/** The type of the file by which the shell asks about a link with data: no dropped file has it. */
export const LINK_TYPE = "application/x-prospect-link";

const TOO_LONG = "These settings are too long for a link";
const DATA_TOO_LONG = "This data is too long for a link: save the result with its data as a file instead";
const UNREADABLE = "The settings in this link cannot be read: it may be truncated";

const LONGER = `This link is longer than any that is made here (${count(MAX_LENGTH_WITH_DATA)} characters): its settings were ignored`;

/** The address of a screen with what is packed for it. */
const addressOf = (screen: string, packed: string): string =>
  new URL(`${import.meta.env.BASE_URL}${screen.slice(1)}${SHARED}${packed}`, window.location.href).href;

/** Puts an address that is being made on the clipboard, and says so. @param make null where it would be too long */
async function copyAddress(screen: string, make: Promise<Outcome<string | null>>, tooLong: string, detail: string): Promise<void> {
  const link = make.then((made) => (made.ok && made.value !== null ? addressOf(screen, made.value) : Promise.reject(new Error(tooLong))));
  const copied = await isCopied(link);
  const made = await make;
  if (!made.ok) toastFailure(made.failure);
  else if (made.value === null) toast.error(tooLong);
  else if (copied) toast.success("Link copied", { detail });
  else toast.error(BLOCKED);
}

const NEWER = "This link was made by a newer version of Prospect. Reload the app to update it, then open the link again";

/** Puts a link to a screen with these settings on the clipboard. */
export const copyShareLink = ({ screen, settings }: SharedScreen): Promise<void> =>
  copyAddress(screen, writeShared(screen.slice(1), settings).then(succeed), TOO_LONG, "Settings only, no data.");

/** Puts a link to a run on the clipboard, with its data. @param remembered choices of this device for texts of known forms */
export const copyDataLink = (run: ShownRun, remembered: Promise<unknown>): Promise<void> =>
  copyAddress(
    run.screen,
    import("./share-data").then(async ({ writeRun }) => writeRun(run, await remembered)),
    DATA_TOO_LONG,
    "Settings and data: whoever has the link has both. Opening it sends neither to a server.",
  );

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
  if (text.length > MAX_LENGTH_WITH_DATA) return void toast.error(LONGER);
  const shared = await readShared(text);
  if (!shared) toast.error(UNREADABLE);
  else if (shared === "newer") toast.error(NEWER);
  else if (path === null) toast.error(NOT_TAKEN);
  else if (path.replace(/\/$/, "") !== import.meta.env.BASE_URL + shared.screen) toast.error(ELSEWHERE);
  else if (shared.data) askAbout(shared);
  else offer(shared.screen, shared.settings, takenFrom("link"));
}

/** A stranger's data is named before it takes the place of what stands in a field: as that of a file of shared settings is. */
function askAbout(shared: Shared): void {
  offerFile(new File([shareFile({ ...shared, screen: `/${shared.screen}` }).content], "link", { type: LINK_TYPE }), "shared");
}
