import { fail, type Outcome, succeed } from "../contract";
import { putResiduals } from "../lib/garch/residuals";
import type { KeptFit } from "../lib/garch-model";
import { firstInChunks, type JobContext } from "../lib/job";
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
    const odd = firstInChunks(context, fit.n, (from, to) => context.kernels.firstNotFinite(z, from, to));
    if (odd >= 0) return fail("bad-input", messages.notFinite(odd + 1), { row: odd + 1 });
    const column = context.column(fit.n);
    column.set(context.arena.view(z, fit.n));
    return succeed(column);
  });
}
