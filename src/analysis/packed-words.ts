import { listed } from "../lib/format.ts";
import type { PackedData } from "../state/result-files";

const MAX_NAMES = 8;

/** What a file gives away of data with more than one column: whoever gets it can read all of them, also those that were not analyzed. */
export const packedWords = (data: readonly PackedData[]): string =>
  data
    .filter(({ columns }) => columns.length > 1)
    .map(({ name, columns }) => `It holds every column of ${listed([name], 1)}: ${listed(columns, MAX_NAMES)}.`)
    .join(" ");
