import { type Count, type Fraction, fail, failBecause, type Millis, type Outcome, succeed, within } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { beforeGap, type CanceledAfter, cutAt, inParallelSoFar } from "../../runtime/parallel";
import { readSettings } from "../../runtime/schema";
import { type Returns, type SeriesKind, toReturns, type UnitChoice } from "../../series";
import { failureText } from "../../texts";
import { modelError } from "../fit";
import {
  appendForecasts,
  type LatestFit,
  noForecasts,
  type Refit,
  type RefitPlan,
  type RefitSubsample,
  type RefitSubsampleInput,
  type refitSubsample,
  type StepForecasts,
} from "../parts/refit-subsample";
import { refitSchema } from "../schema";

const MAX_REFITS = 5000;
/** Refits per part: enough for warm starts to pay off, and the same split for any number of workers. */
const REFITS_PER_PART = 24;

export interface RefitGarchInput extends Omit<RefitPlan, "probabilities"> {
  values: Float64Array;
  /** Kind of the values; "auto" treats levels that are all above zero as prices. */
  kind: SeriesKind | "auto";
  /** Unit of values that are returns; "auto" infers it from their size. */
  unit?: UnitChoice;
  probabilities?: Fraction[];
}

export interface RefitGarchOutput extends Returns {
  /** Names of the parameters, in the order of `Refit.values`. */
  keys: string[];
  refits: Refit[];
  failures: { origin: Count; message: string }[];
  /** Index of the first forecast return: the origin of the first refit that did not fail. */
  firstForecast: Count;
  /** One-step-ahead volatility and mean of each return from there on. */
  sigmas: Float64Array;
  means: Float64Array;
  /** Value at risk of each return, and how often it was exceeded. */
  valueAtRisk: { probability: Fraction; loss: Float64Array; exceptions: Count; share: Fraction }[];
  /** Present if the user canceled: everything here covers the refits completed until then, and their forecasts. */
  canceledAfter?: CanceledAfter;
  elapsed: Millis;
}

/**
 * Refits a model along a series and forecasts each later return one step ahead, out of sample: rolling or expanding windows, each refit
 * starting from the previous estimates, on all workers.
 * @formula at each origin s the model is fitted to the returns before s; until the next origin sigma[t] and mu[t] follow from the returns before t, VaR[t] = -(mu[t] + sigma[t] q), q the quantile of the fitted density; an exception is a loss -r[t] above VaR[t]
 * @source out-of-sample evaluation as in Christoffersen 1998
 * @tolerance each refit within 1e-7 of the log-likelihood of a fit of its window alone, 1e-4 for EGARCH
 */
export async function refitGarch(input: RefitGarchInput, context: JobContext): Promise<Outcome<RefitGarchOutput>> {
  const { values, kind, unit, model } = input;
  if (values.length === 0) return fail("bad-input", "ingest/enterMarketData");
  const trouble = modelError(model);
  if (trouble) return failBecause("bad-input", trouble);
  const asked = readSettings(refitSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { window, step, probabilities } = asked.settings;
  const refits = Math.ceil((values.length - window) / step);
  if (refits > MAX_REFITS) return fail("bad-input", "volatility/refitTooMany", { given: refits });
  const read = toReturns(context, values, kind, unit);
  if (!read.ok) return { ok: false, failure: within("volatility/failed", read.failure) };
  if (window >= read.value.returns.length) return fail("bad-input", "volatility/refitWindow");
  return refitReturns(read.value, { ...input, window, step, probabilities }, context);
}

/** The same for returns that are read already, and a plan within the limits. */
export async function refitReturns(
  read: Returns,
  { model, options, window, scheme, step, probabilities }: RefitPlan,
  context: JobContext,
): Promise<Outcome<RefitGarchOutput>> {
  const { returns } = read;
  const origins = Array.from({ length: Math.ceil((returns.length - window) / step) }, (_, i) => window + i * step);
  const cuts = Array.from({ length: Math.ceil(origins.length / REFITS_PER_PART) }, (_, i) => i * REFITS_PER_PART);
  const plan: RefitPlan = { model, options, window, scheme, step, probabilities };
  const inputs = cuts.map((from) => ({ ...plan, returns, origins: origins.slice(from, from + REFITS_PER_PART) }));
  const parts = await inParallelSoFar<typeof refitSubsample>(context, "refit-subsample", inputs, "Refitting");
  if (!parts.ok) return parts;
  const subsamples = beforeGap(parts.value);
  // Later parts alone would be forecasts after a gap.
  if (subsamples.length === 0) return fail("canceled", "runtime/canceled");
  const made = subsamples.reduce((sum, { refits, failures }) => sum + refits.length + failures.length, 0);
  const pieces = await withoutGaps(inputs, subsamples, context);
  const failures = subsamples.flatMap((subsample) => subsample.failures);
  const refitted = subsamples.flatMap(({ refits }) => refits);
  if (refitted.length === 0) {
    const [{ cause }] = failures;
    return made < origins.length ? fail("canceled", "runtime/canceled") : fail("not-converged", "volatility/failed", { cause });
  }
  const firstForecast = refitted[0].origin;
  const count = pieces.reduce((sum, { sigmas }) => sum + sigmas.length, 0);
  const joined = (of: (piece: StepForecasts) => number[]) => {
    const column = context.column(count);
    let from = 0;
    for (const piece of pieces) {
      column.set(of(piece), from);
      from += of(piece).length;
    }
    return column;
  };
  const actual = returns.subarray(firstForecast, firstForecast + count);
  const valueAtRisk = probabilities.map((probability, i) => {
    const loss = joined((piece) => piece.valueAtRisk[i]);
    const exceptions = actual.reduce((sum, r, t) => sum + (-r > loss[t] ? 1 : 0), 0);
    return { probability, loss, exceptions, share: exceptions / count };
  });
  return succeed({
    ...read,
    keys: subsamples.find(({ refits }) => refits.length > 0)?.keys ?? [],
    refits: refitted,
    failures: failures.map(({ origin, cause }) => ({ origin, message: failureText(cause) })),
    firstForecast,
    sigmas: joined(({ sigmas }) => sigmas),
    means: joined(({ means }) => means),
    valueAtRisk,
    ...cutAt(made, origins.length),
    elapsed: context.elapsed(),
  });
}

/** The forecasts of all subsamples in order; those before the first refit of one continue with the latest parameters of an earlier one. */
async function withoutGaps(
  inputs: readonly RefitSubsampleInput[],
  subsamples: readonly RefitSubsample[],
  context: JobContext,
): Promise<StepForecasts[]> {
  const pieces: StepForecasts[] = [];
  let latest: LatestFit | null = null;
  for (const [i, subsample] of subsamples.entries()) {
    const { origins, returns, probabilities } = inputs[i];
    const end = inputs[i + 1]?.origins[0] ?? returns.length;
    const first = subsample.refits[0]?.origin ?? end;
    if (latest && first > origins[0]) {
      const gap = noForecasts(probabilities);
      await appendForecasts(gap, inputs[i], latest, [origins[0], first], context);
      pieces.push(gap);
    }
    pieces.push(subsample);
    latest = subsample.latest ?? latest;
  }
  return pieces;
}
