import { lagFilterBlock } from "../../assembly/build/volatility-layouts.js";
import { type Count, VALUE_BYTES } from "../contract";
import type { JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { Past } from "./garch-forecast";
import { type GarchModel, type GarchParameters, meanLags, type VarianceModel } from "./garch-model";
import { isLagModel, lagCount, lagModelOf } from "./lag-weights";

/** Offsets in the block of a model, as `assembly/kernels/volatility/simulate-paths.ts` lays it out. */
const Place = { known: 7, ar: 8, alpha: 13, gamma: 18, beta: 23, delta: 28, length: 29 } as const;

/** A model in the kernels' memory, ready to be simulated. */
export interface PathModel {
  address: number;
  weights: number;
  /** Known part of h at each step, for lag models only. */
  known: Float64Array | null;
}

/** Past values that initialize the rings of the paths: newest first. */
interface PathPast {
  slots: Count;
  shocks: Float64Array;
  levels: Float64Array;
  returns: Float64Array;
}

const FAMILIES: Readonly<Record<VarianceModel, number>> = { garch: 0, gjr: 0, ewma: 0, egarch: 1, figarch: 2, har: 2, aparch: 3 };

export const familyNumber = ({ variance }: Pick<GarchModel, "variance">): number => FAMILIES[variance];

/** Contribution of the sample's shocks to each step's variance: the lag weights applied to known squares, then zeros. */
function knownVariances(
  context: JobContext,
  kernels: KernelsOf<"volatility">,
  weights: Float64Array,
  constant: number,
  past: Past,
  steps: Count,
) {
  const { arena } = context;
  const lags = weights.length;
  return arena.scope(() => {
    const reversed = arena.put(weights.slice().reverse());
    const squares = new Float64Array(lags + steps);
    for (let lag = 0; lag < lags; lag++) squares[lags - 1 - lag] = past.shocks[lag] ** 2;
    const x = arena.put(squares) + lags * VALUE_BYTES;
    const out = arena.take(steps);
    kernels.lagFilter(arena.block(lagFilterBlock, { reversed, lags, x, constant, out }), 0, steps);
    return arena.view(out, steps).slice();
  });
}

/**
 * Writes a model to the arena.
 * @param first variance of the next step, if it differs from the recursion's
 */
export function pathModel(
  context: JobContext,
  kernels: KernelsOf<"volatility">,
  model: GarchModel,
  parameters: GarchParameters,
  past: Past,
  steps: Count,
  first = 0,
): PathModel {
  const { arena } = context;
  const block = new Float64Array(Place.length);
  const family = familyNumber(model);
  const { mu, ar, omega, alpha, gamma, beta, delta = 2 } = parameters;
  block.set([family, beta.length, alpha.length, ar.length, mu, omega, first]);
  block.set(ar, Place.ar);
  if (family === 2) {
    const { weights, constant } = lagModelOf(model, parameters);
    const known = knownVariances(context, kernels, weights, constant, past, steps);
    return { address: arena.put(block), weights: arena.put(Float64Array.of(...weights, 0)), known };
  }
  block.set(alpha, Place.alpha);
  block.set(gamma, Place.gamma);
  block.set(beta, Place.beta);
  block[Place.delta] = delta;
  return { address: arena.put(block), weights: 0, known: null };
}

/** Sets the known part of a step. */
export function setKnown(context: JobContext, { address, known }: PathModel, step: Count): void {
  if (known) context.arena.view(address, Place.length)[Place.known] = known[step];
}

/** The initial state of the paths. */
export function pathPast(context: JobContext, model: GarchModel, past: Past, steps: Count): PathPast {
  const lagged = isLagModel(model);
  const slots = lagged ? Math.max(meanLags(model), Math.min(steps, lagCount(model))) : past.shocks.length;
  const cut = (values: Float64Array) => Float64Array.from({ length: slots }, (_, lag) => values[lag] ?? 0);
  const returns = cut(past.returns);
  if (model.variance !== "egarch" && model.variance !== "aparch") {
    return { slots, shocks: cut(past.shocks), levels: cut(past.variances), returns };
  }
  const shocks = model.variance === "egarch" ? past.shocks.map((e, lag) => e / Math.sqrt(past.variances[lag])) : past.shocks;
  return { slots, shocks: cut(shocks), levels: cut(past.variances.map((h) => context.kernels.naturalLog(h))), returns };
}
