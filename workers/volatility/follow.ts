import { followedBlock } from "../../assembly/build/volatility-layouts.js";
import type { Count } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import { type PastFit, pastOf } from "./garch-forecast";
import { meanLags } from "./garch-model";
import { isLagModel } from "./lag-weights";
import { pathModel, pathPast } from "./path-model";

const STEPS_PER_CALL = 16_384;

export interface Followed {
  /** One-step-ahead volatility and mean of each step. */
  sigmas: Float64Array;
  means: Float64Array;
}

/**
 * One-step forecasts of a fitted model over returns after its sample, with fixed parameters.
 * @formula the model's recursion, updated with each observed shock
 * @source definition
 * @tolerance variances of a fit over the whole sample at the same parameters, 1e-10
 * @param sample the returns the model was fitted to
 */
export function followReturns(
  context: JobContext,
  kernels: KernelsOf<"volatility">,
  fit: PastFit,
  sample: Float64Array,
  later: Float64Array,
): Followed {
  const { arena } = context;
  const { parameters } = fit;
  const steps: Count = later.length;
  return arena.scope(() => {
    const past = pastOf(fit, sample);
    const before = pathPast(context, fit.model, past, steps);
    const own = pathModel(context, kernels, fit.model, parameters, past, steps);
    // A step is read before it is known: it must not share a slot with the oldest one needed.
    const slots = before.slots + 1;
    const ring = (values: Float64Array) => {
      const address = arena.take(slots);
      kernels.pathsStart(address, 1, slots, arena.put(Float64Array.of(...values, 0)));
      return address;
    };
    const shocks = ring(before.shocks);
    const levels = isLagModel(fit.model) ? 0 : ring(before.levels);
    const history = meanLags(fit.model) > 0 ? ring(before.returns) : 0;
    const known = own.known ? arena.put(own.known) : 0;
    const actual = arena.put(later);
    const work = arena.put(new Float64Array(8));
    const sigmas = arena.take(steps);
    const means = arena.take(steps);
    const { address: model, weights } = own;
    const columns = { shocks, levels, history, weights, slots, known, actual, work, sigmas, means };
    const block = arena.block(followedBlock, { model, ...columns });
    inChunks(context, steps, STEPS_PER_CALL, (from, to) => kernels.followReturns(block, from, to));
    return { sigmas: arena.view(sigmas, steps).slice(), means: arena.view(means, steps).slice() };
  });
}
