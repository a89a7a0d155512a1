import { listed } from "../lib/format.ts";
import type { PackedData } from "../state/result-files";

const MAX_NAMES = 8;

/** States what a file discloses from data with more than one column: recipients can read all columns, also those not analyzed. */
export const packedWords = (data: readonly PackedData[]): string =>
  data
    .filter(({ columns }) => columns.length > 1)
    .map(({ name, columns }) => `It contains every column of ${listed([name], 1)}: ${listed(columns, MAX_NAMES)}.`)
    .join(" ");
