import { type ClipboardEvent, useEffect, useState } from "react";
import { clipboardPermission, insertAtCaret, LARGE_TEXT, offerPending, readClipboardBlob, watchClipboardPermission } from "./clipboard.ts";

/** The paste being transferred to a box; settled if there is none. */
let underWay: Promise<void> = Promise.resolve();

/** In a later task: the paste event ends at once and the page paints before the transfer. */
function later(work: () => void): void {
  underWay = new Promise((resolve) => {
    setTimeout(() => {
      work();
      resolve();
    }, 0);
  });
}

/** Settles once any pasted text has reached its box, for a click that comes before that. */
export const pasteHandedOver = (): Promise<void> => underWay;

/**
 * The `paste` handler of a data box: small text is inserted as usual, large text is passed to `onLarge` and never enters the box. `offer`
 * becomes true after a large paste that used the slow path although the fast one could be permitted.
 */
export function usePaste(onLarge: (text: Blob | string) => void, readOnly: boolean) {
  const [offer, setOffer] = useState(false);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    void watchClipboardPermission();
  }, []);

  const pasteBlob = async (area: HTMLTextAreaElement) => {
    const blob = await readClipboardBlob();
    setRefused(blob === null && clipboardPermission() !== "granted");
    if (!blob || blob.size === 0) return;
    if (blob.size >= LARGE_TEXT || readOnly) onLarge(blob);
    else insertAtCaret(area, await blob.text());
  };

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const data = event.clipboardData;
    // Checks only the type names: accessing `files` would also read a large text.
    if (data.types.includes("Files")) {
      const file = data.files[0];
      if (!file || file.type.startsWith("image/")) return;
      event.preventDefault();
      later(() => onLarge(file));
      return;
    }
    if (clipboardPermission() === "granted") {
      event.preventDefault();
      underWay = pasteBlob(event.currentTarget);
      return;
    }
    const text = data.getData("text/plain");
    if (text.length === 0 || (text.length < LARGE_TEXT && !readOnly)) return;
    event.preventDefault();
    later(() => {
      onLarge(text);
      setOffer(offerPending());
    });
  };

  return { onPaste, offer, closeOffer: () => setOffer(false), refused };
}
