import { type Count, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { type SeriesKind, toReturns } from "../../series";
import { type FittedRegimes, modelOf, statesOf } from "../model";
import { RegimePasses, type RegimeView } from "../passes";

export interface ReadRegimesInput {
  /** The column a fit was made from, and what it was taken for. */
  values: Float64Array;
  kind: SeriesKind;
  fit: FittedRegimes;
  /** The only probabilities wanted; all of them, and the path, by default. */
  only?: { view: RegimeView; regime: Count } | null;
}

/** Columns of a fitted model, a value per return. */
export interface RegimeColumns extends Record<RegimeView, Float64Array[]> {
  /** The most probable path: the place of the regime at each step. */
  path: Float64Array;
}

/** The columns of a model fitted before, as the fit itself gives them: a long series need not hold them until they are looked at. */
export async function readRegimes({ values, kind, fit, only }: ReadRegimesInput, context: JobContext): Promise<Outcome<RegimeColumns>> {
  const read = toReturns(context, values, kind);
  if (!read.ok) return read;
  const { returns } = read.value;
  const model = modelOf(fit);
  const kernels = await context.load("regimes");
  return context.arena.scope(() => {
    const column = { address: context.arena.put(returns), n: returns.length };
    const passes = new RegimePasses(context, kernels, column, statesOf(model));
    if (!only) return succeed({ ...passes.columns(model), path: passes.path(model) });
    const nothing = { filtered: [], smoothed: [], path: new Float64Array(0) };
    return succeed({ ...nothing, [only.view]: passes.probabilities(model, only.view, [only.regime]) });
  });
}
