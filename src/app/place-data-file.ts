import { isOffered } from "../state/offered-file";

/** The mark of a screen's part that takes data files; `FileDrop` of the ui sets it, once the screen's field is ready. */
const MARK = "data-files";

/** Looks for the next part that comes. */
let coming: MutationObserver | null = null;

/** Drops a data file on the screen's part that takes such, and says whether there is one. */
export function placeDataFile(file: File): boolean {
  const part = document.querySelector(`main [${MARK}]`);
  if (!part) return false;
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  part.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  return true;
}

/** Drops it on the next part that comes, where there is none yet; of several files that wait the last. */
function placeNextDataFile(file: File): void {
  coming?.disconnect();
  if (placeDataFile(file)) return;
  coming = new MutationObserver(() => placeDataFile(file) && coming?.disconnect());
  coming.observe(document.body, { attributes: true, attributeFilter: [MARK], subtree: true });
}

/** Opens a file the app was given: the shell asks about one that it knows, any other is data for the next part that takes such. */
export async function openGivenFile(file: File): Promise<void> {
  if (!(await isOffered(file))) placeNextDataFile(file);
}
