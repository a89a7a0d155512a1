import { isOffered } from "../state/offered-file";

/** Attribute of the part of a screen that accepts data files, set by `FileDrop` once its field is ready. */
const MARK = "data-files";

/** Waits for the next part to appear. */
let coming: MutationObserver | null = null;

/** Drops a data file on the part of the screen that accepts them; returns whether there is one. */
export function placeDataFile(file: File): boolean {
  const part = document.querySelector(`main [${MARK}]`);
  if (!part) return false;
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  part.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  return true;
}

/** Drops it on the next part that appears; of several waiting files only the last is kept. */
function placeNextDataFile(file: File): void {
  coming?.disconnect();
  if (placeDataFile(file)) return;
  coming = new MutationObserver(() => placeDataFile(file) && coming?.disconnect());
  coming.observe(document.body, { attributes: true, attributeFilter: [MARK], subtree: true });
}

/** Opens a file passed to the app: the shell asks about types it knows, any other is data for the next part that accepts it. */
export async function openGivenFile(file: File): Promise<void> {
  if (!(await isOffered(file))) placeNextDataFile(file);
}
