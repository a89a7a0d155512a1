import { useEffect } from "react";
import { plural } from "../lib/format.ts";
import { toast } from "../ui/toast-queue.ts";

/** What is pasted into one line, or into a text of limited length, at most: far more than any of them takes. */
const MAX_PASTED = 10_000;

const isShort = (box: EventTarget | null): boolean =>
  box instanceof HTMLInputElement || (box instanceof HTMLTextAreaElement && box.maxLength >= 0);

/** Keeps a copied file out of the boxes that look at each sign on the page: a search of five million took it 40 seconds. */
function refuse(event: ClipboardEvent): void {
  if (!isShort(event.target)) return;
  const { length } = event.clipboardData?.getData("text/plain") ?? "";
  if (length <= MAX_PASTED) return;
  event.preventDefault();
  event.stopPropagation();
  toast.info(`Not pasted: ${plural(length, "character")} are too many for this field`, { detail: "Data belongs into a data field." });
}

/** Refuses pastes that are too long for the box they are meant for. */
export function useLongPastes(): void {
  useEffect(() => {
    document.addEventListener("paste", refuse, { capture: true });
    return () => document.removeEventListener("paste", refuse, { capture: true });
  }, []);
}
