/**
 * Reads pasted text without holding a large string on the main thread. With permission the text arrives as a Blob, which is passed to a
 * worker without copying; otherwise `getData` is the only way, at a few milliseconds per megabyte.
 */

import { readsClipboard } from "../lib/capabilities";

/** Pasted text of this many characters or more is passed to a worker and never becomes the value of a text box. */
export const LARGE_TEXT = 20_000;

type Permission = "granted" | "askable" | "unavailable";
let permission: Permission = "unavailable";
let watching = false;

/** Tracks the permission; it stays "unavailable" if the browser does not support it or refuses. */
export async function watchClipboardPermission(): Promise<void> {
  if (watching || !readsClipboard()) return;
  watching = true;
  try {
    // Not in the standard list of names, but supported by Chromium.
    const status = await navigator.permissions.query({ name: "clipboard-read" as PermissionName });
    const follow = () => {
      permission = status.state === "granted" ? "granted" : status.state === "prompt" ? "askable" : "unavailable";
    };
    follow();
    status.addEventListener("change", follow);
  } catch {
    permission = "unavailable";
  }
}

export const clipboardPermission = (): Permission => permission;

/** The plain text on the clipboard as a Blob; null if there is none or the browser refuses. */
export async function readClipboardBlob(): Promise<Blob | null> {
  try {
    for (const item of await navigator.clipboard.read()) {
      if (item.types.includes("text/plain")) return await item.getType("text/plain");
    }
    return null;
  } catch {
    // Refused after all (focus lost, policy changed): the next paste uses `getData`.
    permission = "unavailable";
    return null;
  }
}

/** Asks for permission to read the clipboard; the browser then shows its own prompt. */
export async function askForClipboard(): Promise<boolean> {
  await readClipboardBlob();
  await watchClipboardPermission();
  return permission === "granted";
}

/** Puts text at the caret as if typed, so that undo still works. */
export function insertAtCaret(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  if (document.execCommand("insertText", false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

const OFFER_KEY = "prospect.clipboard-offer";

/** Whether the one-time offer has not been made yet. */
export function offerPending(): boolean {
  try {
    return permission === "askable" && localStorage.getItem(OFFER_KEY) === null;
  } catch {
    return false;
  }
}

export function closeOffer(): void {
  try {
    localStorage.setItem(OFFER_KEY, "answered");
  } catch {
    // Storage unavailable: the offer may appear again, which does no harm.
  }
}
