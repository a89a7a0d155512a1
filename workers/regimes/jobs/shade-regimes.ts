import { type Count, type Outcome, succeed } from "../../contract";
import { describeAt } from "../../numerics/describe";
import { troubleWithNumbers } from "../../numerics/finite";
import { inChunks, type JobContext } from "../../runtime/job";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import { Sliding } from "../../runtime/wasm/sliding";
import { returnsAt, type SeriesKind } from "../../series";
import { type RegimeModel, statesOf } from "../model";
import { KEPT, RegimePasses, type RegimeView, type SeeShares } from "../passes";
import { wealthAddress } from "../simple-returns";

export interface ShadeRegimesInput {
  /** The column a fit was made from, prices (one more than returns) or returns. */
  values: Float64Array;
  kind: SeriesKind;
  model: RegimeModel;
  /** The probabilities that are compared. */
  view: RegimeView;
  /** Regimes whose probabilities are wanted as columns; none by default. */
  drawn?: readonly Count[];
  /** What turns a given return into a fraction: 0.01 for percent. */
  scale: number;
}

export interface RegimeShades {
  /** Probabilities of the regimes that are drawn. */
  probabilities: Float64Array[];
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
  { values, kind, model, view, drawn, scale }: ShadeRegimesInput,
  context: JobContext,
): Promise<Outcome<RegimeShades>> {
  const regimes = await context.load("regimes");
  const { arena } = context;
  return arena.scope(() => {
    const leader = arena.takeBytes(values.length);
    const read = arena.scope(() => leadersOf(context, regimes, { values, kind, model, view, drawn }, leader));
    if (!read.ok) return read;
    const { probabilities, n } = read.value;
    const line = wealthAddress(context, regimes, values, kind, scale) + BYTES;
    const odd = troubleWithNumbers(context, line, n);
    if (odd) return odd;
    const { minimum, maximum } = describeAt(context, line, 0, n);
    const [least, most] = [minimum ?? 0, maximum ?? 0];
    const room = BEYOND * (most - least || Math.abs(most) || 1);
    const edge = new Sliding(arena, CHUNK);
    const led = model.mean.map(() => 0);
    const upper = model.mean.map(() => context.column(n));
    // Piece by piece, so that only the columns of the result are as long as the series.
    inChunks(context, n, CHUNK, (from, to) => {
      const best = edge.at(from);
      for (const [regime, column] of upper.entries()) {
        led[regime] += regimes.regimeShade(leader, from, to, regime, most + room, best);
        column.set(edge.view(from, to), from);
      }
    });
    const lower = context.column(n).fill(least - room);
    if (kind === "prices") return succeed({ probabilities, line: values.subarray(1), lower, upper, led });
    const wealth = context.column(n);
    wealth.set(arena.view(line, n));
    return succeed({ probabilities, line: wealth, lower, upper, led });
  });
}

/** Writes the most probable regime of each step, a byte a step, and gives the probabilities of those that are drawn. */
function leadersOf(
  context: JobContext,
  regimes: KernelsOf<"regimes">,
  { values, kind, model, view, drawn = [] }: Omit<ShadeRegimesInput, "scale">,
  leader: number,
): Outcome<{ probabilities: Float64Array[]; n: Count }> {
  const { arena } = context;
  const read = returnsAt(context, values, kind);
  if (!read.ok) return read;
  const { n } = read.value;
  // The filter alone is seen as it goes; only the smoother comes back to what it leaves.
  const passes = new RegimePasses(context, regimes, read.value, statesOf(model), view === "filtered" ? 0 : KEPT);
  const probabilities = drawn.map(() => context.column(n));
  const best = arena.take(CHUNK);
  const see: SeeShares = (regime, address, from, to) => {
    const [shares, most] = [address, best].map((room) => (room - from * BYTES) >>> 0);
    regimes.leadingRegime(shares, from, to, regime, most, leader);
    const place = drawn.indexOf(regime);
    if (place >= 0) probabilities[place].set(arena.view(address, to - from), from);
  };
  passes.visitShares(model, { [view]: see });
  return succeed({ probabilities, n });
}
