import { because, type Count, fail, failBecause, type Millis, type Outcome, succeed, within } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import { type Returns, type SeriesKind, toReturns, type UnitChoice } from "../../series";
import { fitModel, modelTrouble } from "../fit";
import { completeModel, type GarchFit, type GarchModel, type KeptFit, type ModelAsk, meanLags } from "../garch-model";
import * as messages from "../messages";
import { models } from "../models";
import { keptFit } from "../residuals";
import { optionsSchema } from "../schema";
import type { FitOptions } from "../search";

/** Minimum number of data points for a fit, and for a fit without a caution. */
const MIN_RETURNS = 100;
const ENOUGH = 500;
/** From this length on a GARCH(1,1) is fitted by segments, which all workers share. */
const LONG = 250_000;

export interface FitGarchInput {
  values: Float64Array;
  /** What the values are; "auto" takes levels that are all above zero for prices. */
  kind: SeriesKind | "auto";
  /** Unit of values that are returns: a fit is in their own; "auto" asks what they are in by their size. */
  unit?: UnitChoice;
  model: ModelAsk;
  options: FitOptions;
  /** The returns of these values as an earlier fit gave them: a long column is not made, and not held, twice. */
  known?: Returns;
}

export interface FitGarchOutput extends Omit<Returns, "offset"> {
  /** Index of the value the first return belongs to. */
  offset: Count;
  /** The returns before those, which an autoregressive mean takes as given. */
  earlier?: Float64Array;
  fit: KeptFit;
  /** A word on short series; null where there is nothing to say. */
  caution: string | null;
  /** What the fit took, without waiting for a worker. */
  elapsed: Millis;
}

/** By segments where the series is long and the model one the core's kernels know as GARCH(1,1). */
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
 * Fits a volatility model to a column of prices or returns. An autoregressive mean takes the first returns as given: results start after
 * them.
 */
export async function fitGarchJob(
  { values, kind, unit, model, options, known }: FitGarchInput,
  context: JobContext,
): Promise<Outcome<FitGarchOutput>> {
  if (values.length === 0) return fail("bad-input", "ingest/enterMarketData");
  const trouble = modelTrouble(model) ?? readSettings(optionsSchema, options).refusal;
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
