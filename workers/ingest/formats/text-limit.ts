import { because } from "../../contract";
import { RefusedFile } from "../refused-file";

/** Size limit of a text read as a whole: a string holds at most half a billion characters. */
const MAX_TEXT = 256 << 20;

/** Refuses what is too large to be read as one string. */
export function checkTextSize({ size }: { size: number }, format: string): void {
  if (size > MAX_TEXT) throw new RefusedFile(because("ingest/wholeTooLarge", { format, megabytes: MAX_TEXT / 2 ** 20 }));
}
