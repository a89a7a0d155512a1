/** A file dropped before a handler was registered. */
let waiting: File | null = null;
const wait = (file: File) => {
  waiting = file;
};
let take = wait;

/** Accepts files dropped outside the fields that take them, from page load on: otherwise the browser would navigate to the file. */
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

/** @returns a function that ends it */
export function takeDroppedFiles(taker: (file: File) => void): () => void {
  take = taker;
  if (waiting) taker(waiting);
  waiting = null;
  return () => {
    take = wait;
  };
}
