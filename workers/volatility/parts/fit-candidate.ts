import { type Cause, type Count, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { modelName } from "../candidates";
import { fitModel } from "../fit";
import type { FitStatus, ModelAsk } from "../garch-model";
import type { FitOptions } from "../search";

export interface FitCandidateInput {
  returns: Float64Array;
  model: ModelAsk;
  options: FitOptions;
}

/** The result for a model, or why there is none. */
export interface FittedCandidate {
  model: ModelAsk;
  /** "EGARCH(1,1), Student's t" */
  name: string;
  /** Null if the model could not be fitted. */
  result: CandidateResult | null;
  /** Why it could not be fitted; null if it was. */
  failure: Cause | null;
}

/** One line of a search: the result for a model, or why there is none. */
export interface Candidate extends Omit<FittedCandidate, "failure"> {
  failure: string | null;
}

export interface CandidateResult {
  logLikelihood: number;
  aic: number;
  bic: number;
  k: Count;
  persistence: number;
  /** Steps; Infinity if a shock never decays. */
  halfLife: number;
  status: FitStatus;
  statusText: string;
}

/** Fits one model of a search and keeps what ranks it. A model that cannot be fitted is a result too. */
export async function fitCandidate({ returns, model, options }: FitCandidateInput, context: JobContext): Promise<Outcome<FittedCandidate>> {
  const name = modelName(model);
  const fitted = await fitModel(context, returns, model, options);
  if (!fitted.ok) return succeed({ model, name, result: null, failure: fitted.failure });
  const { logLikelihood, aic, bic, k, persistence, halfLife, status, statusText } = fitted.value;
  return succeed({ model, name, result: { logLikelihood, aic, bic, k, persistence, halfLife, status, statusText }, failure: null });
}
