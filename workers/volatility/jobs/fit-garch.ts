import { because, type Count, fail, failBecause, type Millis, type Outcome, succeed, within } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { type Returns, type SeriesKind, toReturns, type UnitChoice } from "../../series";
import { fitModel, modelError } from "../fit";
import { completeModel, type GarchFit, type GarchModel, type KeptFit, type ModelAsk, meanLags } from "../garch-model";
import * as messages from "../messages";
import { models } from "../models";
import { keptFit } from "../residuals";
import { optionsSchema } from "../schema";
import type { FitOptions } from "../search";

/** Minimum number of data points for a fit, and for a fit without a caution. */
const MIN_RETURNS = 100;
const ENOUGH = 500;
/** From this length on a GARCH(1,1) is fitted by segments, shared by all workers. */
const LONG = 250_000;

export interface FitGarchInput {
  values: Float64Array;
  /** Kind of the values; "auto" treats levels that are all above zero as prices. */
  kind: SeriesKind | "auto";
  /** Unit of values that are returns: a fit uses their own; "auto" infers it from their size. */
  unit?: UnitChoice;
  model: ModelAsk;
  options: FitOptions;
  /** The returns of these values from an earlier fit, so that a long column is neither computed nor held twice. */
  known?: Returns;
}

export interface FitGarchOutput extends Omit<Returns, "offset"> {
  /** Index of the value the first return belongs to. */
  offset: Count;
  /** The preceding returns, on which an autoregressive mean conditions. */
  earlier?: Float64Array;
  fit: KeptFit;
  /** A caution about short series; null if there is none. */
  caution: string | null;
  /** Computing time of the fit, without waiting for a worker. */
  elapsed: Millis;
}

/** By segments if the series is long and the core's GARCH(1,1) kernels support the model. */
async function fitReturns(context: JobContext, returns: Float64Array, model: GarchModel, options: FitOptions): Promise<Outcome<GarchFit>> {
  const { variance, p, q } = model;
  const isLong = returns.length >= LONG && variance === "garch" && p * q === 1 && models.garch.needsNoModule?.(model);
  if (!isLong) return fitModel(context, returns, model, options, true);
  const { fitLong } = await import("../segments/fit-long");
  return fitLong(context, returns, model, options);
}

function withoutFirst(context: JobContext, values: Float64Array, count: Count): Float64Array {
  const rest = context.column(values.length - count);
  rest.set(values.subarray(count));
  return rest;
}

/**
 * Fits a volatility model to a column of prices or returns. An autoregressive mean conditions on the first returns: results start after
 * them.
 */
export async function fitGarchJob(
  { values, kind, unit, model, options, known }: FitGarchInput,
  context: JobContext,
): Promise<Outcome<FitGarchOutput>> {
  if (values.length === 0) return fail("bad-input", "ingest/enterMarketData");
  const trouble = modelError(model) ?? readSettings(optionsSchema, options).refusal;
  if (trouble) return failBecause("bad-input", trouble);
  if (values.length < MIN_RETURNS)
    return fail("bad-input", "volatility/failed", { cause: because("volatility/tooFew", { given: values.length }) });
  const fits = known !== undefined && known.returns.length === values.length - known.offset;
  const read = fits ? succeed(known) : toReturns(context, values, kind, unit);
  if (!read.ok) return { ok: false, failure: within("volatility/failed", read.failure) };
  const fitted = await fitReturns(context, read.value.returns, completeModel(model), options);
  if (!fitted.ok) return { ok: false, failure: within("volatility/failed", fitted.failure) };
  const caution = values.length < ENOUGH ? messages.fewPoints({ given: values.length }) : null;
  const skipped = meanLags(completeModel(model));
  const returns = skipped > 0 ? withoutFirst(context, read.value.returns, skipped) : read.value.returns;
  return succeed({
    ...read.value,
    returns,
    ...(skipped > 0 && { earlier: read.value.returns.slice(0, skipped) }),
    offset: read.value.offset + skipped,
    fit: keptFit(fitted.value),
    caution,
    elapsed: context.elapsed(),
  });
}
