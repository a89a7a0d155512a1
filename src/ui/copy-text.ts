import { toast } from "./toast-queue.ts";

/**
 * Puts text on the clipboard. One that is still to be made is promised at once: WebKit takes nothing that comes after the press.
 * @returns whether the browser let it
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

/** Puts text on the clipboard, and says so, or that the browser did not let it. */
export async function copyText(text: string, said: string, blocked = BLOCKED): Promise<void> {
  if (await isCopied(text)) toast.success(said);
  else toast.error(blocked);
}
