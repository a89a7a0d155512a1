/**
 * Reading pasted text without ever holding a large string on the main thread.
 * With the user's permission the text arrives as a Blob, which crosses to a worker for nothing;
 * without it `getData` is the only way, and costs a few milliseconds per megabyte.
 */

import { readsClipboard } from "../lib/capabilities";

/** From this size on a paste is data for a worker, never the text of a box. */
export const LARGE_TEXT = 20_000;

type Permission = "granted" | "askable" | "unavailable";
let permission: Permission = "unavailable";
let watching = false;

/** Starts following the permission; without the interface, or with a refusal, it stays "unavailable". */
export async function watchClipboardPermission(): Promise<void> {
  if (watching || !readsClipboard()) return;
  watching = true;
  try {
    // Not in the standard list of names, though Chromium answers it.
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

/** The clipboard's plain text as a Blob; null when it holds none or the browser refuses. */
export async function readClipboardBlob(): Promise<Blob | null> {
  try {
    for (const item of await navigator.clipboard.read()) {
      if (item.types.includes("text/plain")) return await item.getType("text/plain");
    }
    return null;
  } catch {
    // Refused after all (focus lost, policy changed): the next paste goes the other way.
    permission = "unavailable";
    return null;
  }
}

/** Asks the browser to allow reading; its own question follows. */
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

/** Whether the one-time offer is still to be made. */
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
    // Storage refused: the offer may come again, which is no harm.
  }
}
