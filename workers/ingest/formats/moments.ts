import { DAY } from "../../contract";
import { scaledIntegers } from "./integers";

/** Cells of a column, as a library hands them over. */
export type Decoded = ArrayLike<unknown>;

/** Cells of integers of 64 bits in units of a millisecond, as moments. */
export function momentsOf(cells: Decoded, units: number): Decoded {
  if (cells instanceof BigInt64Array) return scaledIntegers(cells, units);
  return Array.from(cells, (cell) => (cell === null || cell === undefined ? cell : Number(cell) / units));
}

/** Days since 1970, as moments of their midnights. */
export function momentsOfDays(days: Int32Array, moments: Float64Array): void {
  // By hand: `Float64Array.from` with a function takes sixteen times as long.
  for (let row = 0; row < moments.length; row++) moments[row] = days[row] * DAY;
}
