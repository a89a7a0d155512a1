import { type Count, fail, type Outcome, succeed } from "../../contract";
import { describeAt } from "../../numerics/describe";
import { troubleWithNumbers } from "../../numerics/finite";
import { inChunks, type JobContext } from "../../runtime/job";
import { Sliding } from "../../runtime/wasm/sliding";
import type { SeriesKind } from "../../series";
import { wealthAddress } from "../simple-returns";

export interface ShadeRegimesInput {
  /** Probability of each regime at each return. */
  probabilities: readonly Float64Array[];
  /** What they were fitted to: prices (one more than returns) or returns. */
  values: Float64Array;
  kind: SeriesKind;
  /** What turns a given return into a fraction: 0.01 for percent. */
  scale: number;
}

export interface RegimeShades {
  /** Prices, or the value of 1 put in, at each return. */
  line: Float64Array;
  /** Lower edge of all shades, far below the line. */
  lower: Float64Array;
  /** Upper edge of each regime's shade: far above the line where the regime is the most probable one, NaN elsewhere. */
  upper: Float64Array[];
  /** Steps each regime leads in. */
  led: Count[];
}

const CHUNK = 65_536;
const BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Ranges of the line an edge lies beyond it, so that no zoom shows it. */
const BEYOND = 20;

/** The spells each regime is the most probable in, as bands for a chart of the prices. */
export async function shadeRegimes(
  { probabilities, values, kind, scale }: ShadeRegimesInput,
  context: JobContext,
): Promise<Outcome<RegimeShades>> {
  const n = probabilities[0]?.length ?? 0;
  if (n === 0 || values.length !== n + (kind === "prices" ? 1 : 0)) return fail("bad-input", "volatility/fitOfOtherData");
  const regimes = await context.load("regimes");
  const { arena } = context;
  return arena.scope(() => {
    const line = wealthAddress(context, regimes, values, kind, scale) + BYTES;
    const odd = troubleWithNumbers(context, line, n);
    if (odd) return odd;
    const { minimum, maximum } = describeAt(context, line, 0, n);
    const [least, most] = [minimum ?? 0, maximum ?? 0];
    const room = BEYOND * (most - least || Math.abs(most) || 1);
    const [shares, edge, leader] = [new Sliding(arena, CHUNK), new Sliding(arena, CHUNK), arena.takeBytes(n)];
    const led = probabilities.map(() => 0);
    const upper = probabilities.map(() => context.column(n));
    // Piece by piece, so that only the columns of the result are as long as the series.
    inChunks(context, n, CHUNK, (from, to) => {
      const [share, best] = [shares.at(from), edge.at(from)];
      for (const [regime, probability] of probabilities.entries()) {
        shares.view(from, to).set(probability.subarray(from, to));
        regimes.leadingRegime(share, from, to, regime, best, leader);
      }
      for (const [regime, column] of upper.entries()) {
        led[regime] += regimes.regimeShade(leader, from, to, regime, most + room, best);
        column.set(edge.view(from, to), from);
      }
    });
    const lower = context.column(n).fill(least - room);
    if (kind === "prices") return succeed({ line: values.subarray(1), lower, upper, led });
    const wealth = context.column(n);
    wealth.set(arena.view(line, n));
    return succeed({ line: wealth, lower, upper, led });
  });
}
