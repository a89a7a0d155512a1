import { DAY } from "../../contract";
/** Cells of a column, as a library hands them over. */
export type Decoded = ArrayLike<unknown>;

const HALF = 2 ** 32;

/** Integers of 64 bits in units of a millisecond. Two halves of 32 bits make the same number as a big integer does, a tenth as long. */
export function momentsOf(cells: Decoded, units: number): Decoded {
  if (!(cells instanceof BigInt64Array))
    return Array.from(cells, (cell) => (cell === null || cell === undefined ? cell : Number(cell) / units));
  const words = 2 * cells.length;
  const low = new Uint32Array(cells.buffer, cells.byteOffset, words);
  const high = new Int32Array(cells.buffer, cells.byteOffset, words);
  const moments = new Float64Array(cells.length);
  for (let row = 0; row < moments.length; row++) moments[row] = (high[2 * row + 1] * HALF + low[2 * row]) / units;
  return moments;
}

/** Days since 1970, as moments of their midnights. */
export function momentsOfDays(cells: Decoded): Decoded {
  if (!(cells instanceof Int32Array)) return Array.from(cells, (cell) => (cell === null || cell === undefined ? cell : Number(cell) * DAY));
  const moments = new Float64Array(cells.length);
  for (let row = 0; row < moments.length; row++) moments[row] = cells[row] * DAY;
  return moments;
}
