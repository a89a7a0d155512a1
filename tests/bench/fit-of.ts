import type { JobContext } from "../../workers/runtime/job";
import { fitVolatility } from "../../workers/volatility/fit";
import type { GarchFit, ModelAsk } from "../../workers/volatility/garch-model";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { resultOf } from "../fixtures/failure-text";

/** A whole fit of a model with the default options; throws the message of a failed fit. */
export function fitOf(context: JobContext, returns: Float64Array, model: ModelAsk): GarchFit {
  return resultOf(fitVolatility(context, returns, model, DEFAULT_FIT_OPTIONS));
}
