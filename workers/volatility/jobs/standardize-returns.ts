import { fail, type Outcome, succeed } from "../contract";
import { troubleWithNumbers } from "../lib/finite";
import { putResiduals } from "../lib/garch/residuals";
import type { KeptFit } from "../lib/garch-model";
import type { JobContext } from "../lib/job";
import { messages } from "../lib/messages";

export interface StandardiseInput {
  fit: KeptFit;
  /** The returns the model was fitted to. */
  returns: Float64Array;
}

/** The standardised residuals of a fit, one per return its likelihood is over. */
export function standardiseReturns({ fit, returns }: StandardiseInput, context: JobContext): Outcome<Float64Array> {
  const known = fit.residuals?.length ?? fit.n;
  if (returns.length < fit.n || fit.volatility.length !== fit.n || known !== fit.n) return fail("bad-input", messages.fitOfOtherData);
  return context.arena.scope(() => {
    const { z } = putResiduals(context, fit, returns);
    const odd = troubleWithNumbers(context, z, fit.n);
    if (odd) return odd;
    const column = context.column(fit.n);
    column.set(context.arena.view(z, fit.n));
    return succeed(column);
  });
}
