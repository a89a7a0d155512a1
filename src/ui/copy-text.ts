import { toast } from "./toast-queue.ts";

/**
 * Writes text to the clipboard. Text that is not ready yet is passed as a promise at once: WebKit rejects writes made after the click
 * event.
 * @returns whether the browser allowed it
 */
export async function isCopied(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    else
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": text.then((made) => new Blob([made], { type: "text/plain" })) })]);
    return true;
  } catch {
    return false;
  }
}

export const BLOCKED = "The browser blocked copying";

/** Copies text and shows a toast with the result. */
export async function copyText(text: string, said: string, blocked = BLOCKED): Promise<void> {
  if (await isCopied(text)) toast.success(said);
  else toast.error(blocked);
}
