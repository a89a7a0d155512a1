import { fail, type Outcome, succeed } from "../contract";
import { withResiduals } from "../lib/garch/residuals";
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
  const column = context.column(fit.n);
  column.set(withResiduals(context, fit, returns).residuals);
  return succeed(column);
}
