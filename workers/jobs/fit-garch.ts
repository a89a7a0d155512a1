import { fail, type Millis, type Outcome, succeed } from "../contract";
import { type FitOptions, fitGarch } from "../lib/garch/fit";
import { completeModel, type GarchFit, type ModelAsk } from "../lib/garch-model";
import { inChunks, type JobContext } from "../lib/job";
import { messages } from "../lib/messages";
import { type Returns, type SeriesKind, toReturns } from "../lib/returns";

/** Data points a fit asks for, and from which it comes without a caution. */
const FEWEST = 100;
const ENOUGH = 500;
const LARGEST_ORDER = 5;
const CHUNK = 262_144;

export interface FitGarchInput {
  values: Float64Array;
  /** What the values are; "auto" tells prices from returns by their level and steps. */
  kind: SeriesKind | "auto";
  model: ModelAsk;
  options: FitOptions;
}

export interface FitGarchOutput extends Returns {
  fit: GarchFit;
  /** |r[t]|, length n: what the volatility is drawn over. */
  magnitudes: Float64Array;
  /** A word on short series; null where there is nothing to say. */
  caution: string | null;
  /** What the fit took, without waiting for a worker. */
  elapsed: Millis;
}

/** Fits a GARCH model to a column of prices or returns. */
export function fitGarchJob({ values, kind, model, options }: FitGarchInput, context: JobContext): Outcome<FitGarchOutput> {
  if (values.length === 0) return fail("bad-input", messages.enterMarketData);
  const { variance, mean, targeting } = completeModel(model);
  if (variance !== "garch" || mean !== "constant" || targeting || model.distribution === "ged")
    return fail("bad-input", messages.garchModel);
  const orders = [model.p, model.q];
  if (!orders.every((order) => Number.isInteger(order) && order >= 1)) return fail("bad-input", messages.garchOrders);
  if (orders.some((order) => order > LARGEST_ORDER)) return fail("bad-input", messages.garchOrdersTooLarge);
  if (values.length < FEWEST) return fail("bad-input", messages.garchFailed(messages.garchTooFew(values.length)));
  const read = toReturns(context, values, kind);
  if (!read.ok) return { ok: false, failure: { ...read.failure, message: messages.garchFailed(read.failure.message) } };
  const fitted = fitGarch(context, read.value.returns, model, options);
  if (!fitted.ok) return { ok: false, failure: { ...fitted.failure, message: messages.garchFailed(fitted.failure.message) } };
  const caution = values.length < ENOUGH ? messages.garchFewPoints(values.length) : null;
  return succeed({
    ...read.value,
    fit: fitted.value,
    magnitudes: magnitudesOf(context, read.value.returns),
    caution,
    elapsed: context.elapsed(),
  });
}

function magnitudesOf(context: JobContext, returns: Float64Array): Float64Array {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const address = arena.put(returns);
    inChunks(context, returns.length, CHUNK, (from, to) => kernels.magnitudes(address, from, to, address));
    const column = context.column(returns.length);
    column.set(arena.view(address, returns.length));
    return column;
  });
}
