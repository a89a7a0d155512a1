import { fail, type Outcome, succeed } from "../../contract";
import { validateNumbers } from "../../numerics/finite";
import type { JobContext } from "../../runtime/job";
import type { KeptFit } from "../garch-model";
import { putResiduals } from "../residuals";

export interface StandardizeInput {
  fit: KeptFit;
  /** The returns the model was fitted to. */
  returns: Float64Array;
}

/** The standardized residuals of a fit, one per return in its likelihood. */
export function standardizeReturns({ fit, returns }: StandardizeInput, context: JobContext): Outcome<Float64Array> {
  const known = fit.residuals?.length ?? fit.n;
  if (returns.length < fit.n || fit.volatility.length !== fit.n || known !== fit.n) return fail("bad-input", "volatility/fitOfOtherData");
  return context.arena.scope(() => {
    const { z } = putResiduals(context, fit, returns);
    const odd = validateNumbers(context, z, fit.n);
    if (odd) return odd;
    const column = context.column(fit.n);
    column.set(context.arena.view(z, fit.n));
    return succeed(column);
  });
}
