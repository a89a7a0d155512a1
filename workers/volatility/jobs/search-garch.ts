import { because, type Count, fail, type Millis, type Outcome, succeed, within } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { type CanceledAfter, cutAt, inParallelSoFar } from "../../runtime/parallel";
import { type Returns, type SeriesKind, toReturns } from "../../series";
import { failureText } from "../../texts";
import { candidatesOf, DEFAULT_GRID, type ModelGrid } from "../candidates";
import type { ModelAsk } from "../garch-model";
import type { Candidate, CandidateResult, fitCandidate } from "../parts/fit-candidate";
import type { FitOptions } from "../search";

/** Minimum number of data points for a fit. */
const MIN_RETURNS = 100;
/** Limit on the size of a grid: more models are a mistake. */
const MAX_MODELS = 420;

export interface SearchGarchInput {
  values: Float64Array;
  /** Kind of the values; "auto" treats levels that are all above zero as prices. */
  kind: SeriesKind | "auto";
  grid?: Partial<ModelGrid>;
  preSample: ModelAsk["preSample"];
  mean?: ModelAsk["mean"];
  options: FitOptions;
}

export interface RankedModel extends Candidate {
  result: CandidateResult;
  /** 1 is the best. */
  rank: Count;
  /** BIC less that of the best model. */
  deltaBic: number;
}

export interface SearchGarchOutput extends Omit<Returns, "returns"> {
  n: Count;
  /** Fitted models, lowest BIC first; those whose search did not converge come last. */
  ranked: RankedModel[];
  /** Models that could not be fitted, with the reason. */
  failed: Candidate[];
  /** Present if the user canceled: the ranks cover the models fitted until then. */
  canceledAfter?: CanceledAfter;
  elapsed: Millis;
}

/**
 * Ranks models by Bayesian information criterion, lowest first; ties go to the smaller model. A fit that did not converge cannot win.
 * @term Bayesian information criterion (BIC)
 * @formula BIC = k ln n - 2 LL
 * @source Schwarz 1978
 * @tolerance same order as sorting the individual fits
 */
export function rankByBic(candidates: Candidate[]): RankedModel[] {
  const fitted = candidates.flatMap((candidate) => (candidate.result ? [{ ...candidate, result: candidate.result }] : []));
  const unsure = ({ result }: { result: CandidateResult }) => (result.status === "not-converged" ? 1 : 0);
  fitted.sort((a, b) => unsure(a) - unsure(b) || a.result.bic - b.result.bic || a.result.k - b.result.k);
  return fitted.map((one, index) => ({ ...one, rank: index + 1, deltaBic: one.result.bic - fitted[0].result.bic }));
}

/** Fits every model of a grid to a column of prices or returns, on all workers, and ranks them by BIC. */
export async function searchGarch(input: SearchGarchInput, context: JobContext): Promise<Outcome<SearchGarchOutput>> {
  const { values, kind, grid, preSample, mean, options } = input;
  if (values.length === 0) return fail("bad-input", "ingest/enterMarketData");
  const models = candidatesOf({ ...DEFAULT_GRID, ...grid }, mean === undefined ? { preSample } : { preSample, mean });
  if (models.length === 0 || models.length > MAX_MODELS) return fail("bad-input", "volatility/searchGrid", { given: models.length });
  if (values.length < MIN_RETURNS)
    return fail("bad-input", "volatility/failed", { cause: because("volatility/tooFew", { given: values.length }) });
  const read = toReturns(context, values, kind);
  if (!read.ok) return { ok: false, failure: within("volatility/failed", read.failure) };
  const { returns, ...about } = read.value;
  const inputs = models.map((model) => ({ returns, model, options }));
  const parts = await inParallelSoFar<typeof fitCandidate>(context, "fit-candidate", inputs, "Comparing volatility models");
  if (!parts.ok) return parts;
  const tried = parts.value.filter((one) => one !== null);
  const candidates = tried.map((one): Candidate => ({ ...one, failure: one.failure && failureText(one.failure) }));
  const ranked = rankByBic(candidates);
  const failed = candidates.filter(({ result }) => result === null);
  // If the user canceled, nothing is known about the other models.
  if (ranked.length === 0 && tried.length < models.length) return fail("canceled", "runtime/canceled");
  if (ranked.length === 0)
    return fail("not-converged", "volatility/failed", { cause: tried[0].failure ?? because("volatility/noParameters") });
  return succeed({ ...about, n: returns.length, ranked, failed, ...cutAt(tried.length, models.length), elapsed: context.elapsed() });
}
