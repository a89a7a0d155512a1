import { type Count, type Outcome, succeed, VALUE_BYTES } from "../../contract";
import { validateNumbers } from "../../numerics/finite";
import { CHUNK, columnOf, type JobContext } from "../../runtime/job";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import { returnsAt, type SeriesKind } from "../../series";
import { type RegimeModel, statesOf } from "../model";
import { KEPT, RegimePasses, type RegimeView, type SeeShares } from "../passes";
import { wealthAddress } from "../simple-returns";

export interface ShadeRegimesInput {
  /** The input column of the fit, prices (one more than returns) or returns. */
  values: Float64Array;
  kind: SeriesKind;
  model: RegimeModel;
  /** The probabilities to compare. */
  view: RegimeView;
  /** Regimes whose probabilities are returned as columns; none by default. */
  drawn?: readonly Count[];
  /** Factor that converts a given return to a fraction: 0.01 for percent. */
  scale: number;
}

export interface RegimeShades {
  /** Probabilities of the requested regimes. */
  probabilities: Float64Array[];
  /** Prices, or the value of 1 invested, at each return. */
  line: Float64Array;
  /** A column for every two regimes: 1 where the first one is the most probable of all, -1 where the second one is, 0 elsewhere. */
  sides: Float64Array[];
  /** Number of steps in which each regime is the most probable. */
  led: Count[];
}

/** Spells in which each regime is the most probable, and the line they are drawn behind. */
export async function shadeRegimes({ scale, ...asked }: ShadeRegimesInput, context: JobContext): Promise<Outcome<RegimeShades>> {
  const { values, kind } = asked;
  const regimes = await context.load("regimes");
  const { arena } = context;
  return arena.scope(() => {
    const read = arena.scope(() => readLeaders(context, regimes, asked));
    if (!read.ok) return read;
    if (kind === "prices") return succeed({ ...read.value, line: values.subarray(1) });
    const n = values.length;
    const wealth = wealthAddress(context, regimes, values, kind, scale) + VALUE_BYTES;
    const odd = validateNumbers(context, wealth, n);
    if (odd) return odd;
    return succeed({ ...read.value, line: columnOf(context, wealth, n) });
  });
}

/** Finds the most probable regime of each step piece by piece, so that only the result columns are as long as the series. */
function readLeaders(
  context: JobContext,
  regimes: KernelsOf<"regimes">,
  { values, kind, model, view, drawn = [] }: Omit<ShadeRegimesInput, "scale">,
): Outcome<Omit<RegimeShades, "line">> {
  const { arena } = context;
  const read = returnsAt(context, values, kind);
  if (!read.ok) return read;
  const { n } = read.value;
  const states = statesOf(model);
  // The filter's output can be consumed as it runs; only the smoother goes back over it.
  const passes = new RegimePasses(context, regimes, read.value, states, view === "filtered" ? 0 : KEPT);
  const probabilities = drawn.map(() => context.column(n));
  const sides = Array.from({ length: Math.ceil(states / 2) }, () => context.column(n));
  const led = model.mean.map(() => 0);
  const [best, side, leader] = [arena.take(CHUNK), arena.take(CHUNK), arena.takeBytes(CHUNK)];
  const see: SeeShares = (regime, address, from, to) => {
    const rowZero = (room: number) => (room - from * VALUE_BYTES) >>> 0;
    const leaders = (leader - from) >>> 0;
    regimes.leadingRegime(rowZero(address), from, to, regime, rowZero(best), leaders);
    const place = drawn.indexOf(regime);
    if (place >= 0) probabilities[place].set(arena.view(address, to - from), from);
    if (regime < states - 1) return;
    for (const [pair, column] of sides.entries()) {
      regimes.regimeSides(leaders, from, to, 2 * pair, rowZero(side));
      column.set(arena.view(side, to - from), from);
      led[2 * pair] += regimes.countAtLeast(side, 0, to - from, 1);
      if (2 * pair + 1 < states) led[2 * pair + 1] += to - from - regimes.countAtLeast(side, 0, to - from, 0);
    }
  };
  passes.visitShares(model, { [view]: see });
  return succeed({ probabilities, sides, led });
}
