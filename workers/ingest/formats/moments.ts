import { DAY } from "../../contract";
import { scaledIntegers } from "./integers";

/** Cells of a column, as returned by a library. */
export type Decoded = ArrayLike<unknown>;

/** Cells of 64-bit integers, in `units` per millisecond, as times. */
export function momentsOf(cells: Decoded, units: number): Decoded {
  if (cells instanceof BigInt64Array) return scaledIntegers(cells, units);
  return Array.from(cells, (cell) => (cell === null || cell === undefined ? cell : Number(cell) / units));
}

/** Days since 1970, as the times of their midnights. */
export function momentsOfDays(days: Int32Array, moments: Float64Array): void {
  // A plain loop: `Float64Array.from` with a function takes sixteen times as long.
  for (let row = 0; row < moments.length; row++) moments[row] = days[row] * DAY;
}
