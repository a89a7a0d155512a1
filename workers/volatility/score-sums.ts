import { type Count, VALUE_BYTES } from "../contract";
import { upperOf } from "../numerics/linear-algebra";
import type { Arena } from "../runtime/wasm/arena";
import type { ScoreHistory } from "./likelihood";

/** Number of rows for the scoring matrix. */
export const INFORMATION_ROWS = 8192;

/** Information of n rows, extrapolated from the outer products of the scores of the first `most`. */
export function informationOf(n: Count, products: (rows: Count) => Float64Array, most: Count = INFORMATION_ROWS): Float64Array {
  const rows = Math.min(n, most);
  return products(rows).map((value) => (value * n) / rows);
}

/**
 * Score history of the parameters at `places` among the `width` of the kernels.
 * @param products outer products of the scores; the kernels add to `sums` the `width` scores, followed by the products of their running
 * sums
 */
export function scoreHistoryOf(arena: Arena, width: Count, places: number[], products: (sums: number) => Float64Array): ScoreHistory {
  return arena.scope(() => {
    const sums = arena.put(new Float64Array(width + width * width));
    const scores = products(sums);
    const [total, running] = [arena.view(sums, width), arena.view(sums + width * VALUE_BYTES, width * width)];
    return { total: Float64Array.from(places, (place) => total[place]), scores, running: upperOf(running, width, places) };
  });
}
