import { type ClipboardEvent, useEffect, useState } from "react";
import { clipboardPermission, insertAtCaret, LARGE_TEXT, offerPending, readClipboardBlob, watchClipboardPermission } from "./clipboard.ts";

/** The paste that is on its way into a box; settled while there is none. */
let underWay: Promise<void> = Promise.resolve();

/** In a later task: the paste event itself ends at once and the page paints before the hand-over. */
function later(work: () => void): void {
  underWay = new Promise((resolve) => {
    setTimeout(() => {
      work();
      resolve();
    }, 0);
  });
}

/** Settles once whatever was pasted has reached its box, for a press that comes before it has. */
export const pasteHandedOver = (): Promise<void> => underWay;

/**
 * The `paste` handler of a data box: small text is typed in as always, large text goes to `onLarge` and never into the box.
 * `offer` turns true after a large paste that had to be taken the slow way and could be taken the fast one.
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
    // Only the names of the types are looked at here: touching `files` would read a large text as well.
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
