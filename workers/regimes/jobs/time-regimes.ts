import { timedReturnsBlock } from "../../../assembly/build/regimes-layouts.js";
import { because, type Count, type Fraction, failBecause, type Outcome, succeed, VALUE_BYTES } from "../../contract";
import { type Performance, performanceAt, type RiskKernels } from "../../performance";
import { CHUNK, columnOf, inChunks, type JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import { returnsAt, type SeriesKind } from "../../series";
import { failed } from "../captions";
import { fitRegimes } from "../fit";
import * as messages from "../messages";
import type { RegimeModel } from "../model";
import { regimeLabels } from "../order";
import { RegimePasses, type SeeShares } from "../passes";
import { timingSchema } from "../schema";
import { type ShiftTest, shiftRoom, shiftTest } from "../shift-test";
import { simpleReturnsOf, wealthAddress } from "../simple-returns";

export interface TimeRegimesInput {
  values: Float64Array;
  kind: SeriesKind | "auto";
  /** Unit of values that are returns: percent by default. */
  unit?: "percent" | "fraction";
  states?: Count;
  seed?: number;
  /**
   * Share of the returns, from the first, used for fitting; the rest is timed. With 1, all returns are fitted and timed, with look-ahead.
   */
  training?: Fraction;
  /** With a training share of 1: the model fitted to all returns, to avoid another fit. */
  model?: RegimeModel | null;
  /** Filtered probability of the last regime (Bear) from which the market is left. */
  threshold?: Fraction;
  /** Cost per change, as a share of wealth. */
  cost?: Fraction;
  /** Return of cash per year. */
  riskFree?: Fraction;
  annualization?: Count;
}

export interface TimedRegimes {
  /** Index of the first timed return, and number of timed returns; earlier ones are the training sample. */
  first: Count;
  n: Count;
  /** True if the parameters use the whole series. */
  lookAhead: boolean;
  /** The regime that is avoided. */
  avoided: string;
  model: RegimeModel;
  /** Wealth from 1, n + 1 values: of the rule after costs, and of buy and hold. */
  timed: Float64Array;
  held: Float64Array;
  /** 1 in the market, 0 out, one value per timed return. */
  positions: Float64Array;
  performance: Performance;
  holding: Performance;
  changes: Count;
  /** Share of steps in the market. */
  invested: Fraction;
  /** Null if the rule never left the market, or never entered it; `reason` says which. */
  test: ShiftTest | null;
  reason: string | null;
}

const MIN_RETURNS = 100;
const MIN_TIMED = 60;

/**
 * Invested while the filtered probability of the worst regime, one step before, is low; in cash otherwise. Compared with buy and hold, with
 * a circular-shift test of the timing. By default the parameters are estimated from the first half and the second half is timed.
 */
export async function timeRegimes(input: TimeRegimesInput, context: JobContext): Promise<Outcome<TimedRegimes>> {
  const { values } = input;
  const asked = readSettings(timingSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { states, seed, training, threshold, cost, riskFree, annualization: perYear } = asked.settings;
  const regimes = await context.load("regimes");
  const chaos = await context.load("chaos");
  const risk = await context.load("risk");
  const { arena } = context;
  const basis = { perYear, riskFree, years: null };
  const labels = regimeLabels(states);
  return arena.scope(() => {
    // For a long series, columns are in memory one after the other: only these two remain.
    const room = shiftRoom(values.length - (training === 1 ? 0 : Math.floor(training * (values.length - 1))));
    const [positions, simple] = [arena.take(room), arena.take(room)];
    const placed = arena.scope(() => placeBy(context, regimes, { input, states, seed, training, threshold }, { positions, spare: simple }));
    if (!placed.ok) return placed;
    const { model, kind, first, n } = placed.value;
    const scale = kind === "returns" && input.unit === "fraction" ? 1 : 0.01;
    arena.scope(() => {
      const wealth = wealthAddress(context, regimes, values, kind, scale);
      const steps = simpleReturnsOf(context, wealth + first * VALUE_BYTES, n);
      arena.view(simple, n).set(arena.view(steps, n));
    });
    const cash = riskFree / perYear;
    const { rule, holding } = timedAndHeld(context, regimes, risk, { simple, positions, n, cash, cost, basis });
    const { changes, held } = rule;
    context.progress(0.9, "Shifting the positions");
    const idle = held === 0 ? messages.neverIn : held >= n - 1 ? messages.alwaysIn : null;
    const taken = columnOf(context, positions, n);
    return succeed<TimedRegimes>({
      first,
      n,
      lookAhead: training === 1,
      avoided: labels[states - 1],
      model,
      timed: rule.wealth,
      held: holding.wealth,
      positions: taken,
      performance: rule.performance,
      holding: holding.performance,
      changes,
      invested: held / n,
      test: idle ? null : shiftTest(context, regimes, chaos, { positions, returns: simple, n, cash, perYear }),
      reason: idle,
    });
  });
}

interface Placing {
  input: TimeRegimesInput;
  states: Count;
  seed: number;
  training: Fraction;
  threshold: Fraction;
}

/**
 * Writes the positions of the timed returns, by a model that is given or fitted here; the spare memory holds the probabilities they are
 * computed from.
 */
function placeBy(
  context: JobContext,
  regimes: KernelsOf<"regimes">,
  { input, states, seed, training, threshold }: Placing,
  { positions, spare }: { positions: number; spare: number },
): Outcome<Pick<TimedRegimes, "model" | "first" | "n"> & { kind: SeriesKind }> {
  const { arena } = context;
  const read = returnsAt(context, input.values, input.kind);
  if (!read.ok) return failed(read.failure, read.failure);
  const { address, n: all, kind } = read.value;
  const lookAhead = training === 1;
  const fitted = Math.floor(training * all);
  const first = lookAhead ? 0 : fitted;
  const n = all - first;
  if (fitted < MIN_RETURNS || n < MIN_TIMED) return failed(because("regimes/timingTooFew", { fitted, timed: n }));
  const known = lookAhead && input.model?.mean.length === states ? input.model : null;
  const progress = (share: number) => context.progress(0.8 * share, "Fitting regimes");
  const model = known ?? fitRegimes(context, regimes, { address, n: fitted }, { states: [states], seed }, progress)?.fits[0].model;
  if (!model) return failed(because("series/noVariation"));
  context.progress(0.8, "Backtesting the timing rule");
  // The probability one step before the first timed return is available too, but the first position is always cash: no decision has been
  // made yet.
  const filtered: SeeShares = (_, piece, from, to) => {
    const start = Math.max(first, from);
    if (start < to)
      arena.view(spare + (start - first) * VALUE_BYTES, to - start).set(arena.view(piece + (start - from) * VALUE_BYTES, to - start));
  };
  arena.scope(() => new RegimePasses(context, regimes, { address, n: all }, states, 0).visitShares(model, { filtered }, [states - 1]));
  inChunks(context, n, CHUNK, (from, to) => regimes.regimePositions(spare, from, to, threshold, positions));
  return succeed({ model, first, n, kind });
}

interface TimedColumns {
  /** Addresses of n simple returns and positions. */
  simple: number;
  positions: number;
  n: Count;
  /** Risk-free rate of one step. */
  cash: number;
  cost: Fraction;
  basis: Parameters<typeof performanceAt>[4];
}

/** Wealth and performance of the rule and of buy and hold, computed in turn in the same memory. */
function timedAndHeld(
  context: JobContext,
  regimes: KernelsOf<"regimes">,
  risk: RiskKernels,
  { simple, positions, n, cash, cost, basis }: TimedColumns,
) {
  const { arena } = context;
  const grown = (steps: number) =>
    arena.scope(() => {
      const wealth = arena.take(n + 1);
      inChunks(context, n, CHUNK, (from, to) => regimes.compound(steps, from, to, 1, wealth));
      return { wealth: columnOf(context, wealth, n + 1), performance: performanceAt(context, risk, wealth, n + 1, basis) };
    });
  const rule = arena.scope(() => {
    const [state, gained] = [arena.put(new Float64Array(3)), arena.take(n)];
    const block = arena.block(timedReturnsBlock, { returns: simple, positions, cash, cost, out: gained, state });
    inChunks(context, n, CHUNK, (from, to) => regimes.timedReturns(block, from, to));
    const [, changes, held] = arena.view(state, 3).slice();
    return { ...grown(gained), changes, held };
  });
  return { rule, holding: grown(simple) };
}
