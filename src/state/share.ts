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

/** File type by which the shell recognizes a link with data: no dropped file has it. */
export const LINK_TYPE = "application/x-prospect-link";

const TOO_LONG = "These settings are too long for a link";
const DATA_TOO_LONG = "This data is too long for a link: save the result with its data as a file instead";
const UNREADABLE = "The settings in this link cannot be read: it may be truncated";

const LONGER = `This link is longer than any Prospect makes (${count(MAX_LENGTH_WITH_DATA)} characters): its settings were ignored`;

/** URL of a screen with packed settings. */
const addressOf = (screen: string, packed: string): string =>
  new URL(`${import.meta.env.BASE_URL}${screen.slice(1)}${SHARED}${packed}`, window.location.href).href;

/** Copies a URL that is being created to the clipboard, with a message. @param make resolves to null if it would be too long */
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

/** Copies a link to a screen with these settings to the clipboard. */
export const copyShareLink = ({ screen, settings }: SharedScreen): Promise<void> =>
  copyAddress(screen, writeShared(screen.slice(1), settings).then(succeed), TOO_LONG, "Settings only, no data.");

/** Copies a link to a run, with its data, to the clipboard. @param remembered this device's reading options for known formats */
export const copyDataLink = (run: ShownRun, remembered: Promise<unknown>): Promise<void> =>
  copyAddress(
    run.screen,
    import("./share-data").then(async ({ writeRun }) => writeRun(run, await remembered)),
    DATA_TOO_LONG,
    "Settings and data: whoever has the link has both. Opening it sends neither to a server.",
  );

const NOT_TAKEN = "This screen takes no settings from a link: they were ignored";
const ELSEWHERE = "The settings in this link belong to another screen and were ignored";

/** Maximum number of settings listed, since an untrusted link may name any number. */
const MAX_LISTED = 12;

/**
 * Reports what a screen has taken from a link or a file: unknown or invalid settings are ignored and named. Changes are named too, and can
 * be undone, since the source may not be trusted.
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
 * Offers the content of a link to its screen.
 * @param path of the URL the link was opened at: settings of another screen would remain pending; null if it accepts none
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

/** Asks before data from others replace the content of a field, as for a file of shared settings. */
function askAbout(shared: Shared): void {
  offerFile(new File([shareFile({ ...shared, screen: `/${shared.screen}` }).content], "link", { type: LINK_TYPE }), "shared");
}
