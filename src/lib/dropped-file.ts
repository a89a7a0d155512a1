/** A file that was dropped before anybody took such. */
let waiting: File | null = null;
const wait = (file: File) => {
  waiting = file;
};
let take = wait;

/** Holds files dropped beside the fields that take them, from the page's first moment on: the browser would leave the page and open them. */
export function holdDroppedFiles(): void {
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file || event.defaultPrevented) return;
    event.preventDefault();
    take(file);
  });
}

/** @returns what ends it */
export function takeDroppedFiles(taker: (file: File) => void): () => void {
  take = taker;
  if (waiting) taker(waiting);
  waiting = null;
  return () => {
    take = wait;
  };
}
