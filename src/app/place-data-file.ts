/** The screen's part that takes data files; `FileDrop` of the ui marks it. */
const place = (): Element | null => document.querySelector("main [data-files]");

/** Drops a data file on the screen's part that takes such, and says whether there is one. */
export function placeDataFile(file: File): boolean {
  const part = place();
  if (!part) return false;
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  part.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  return true;
}

/** Drops it on the next part that comes, where there is none yet. */
export function placeNextDataFile(file: File): void {
  if (placeDataFile(file)) return;
  const observer = new MutationObserver(() => placeDataFile(file) && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
}
