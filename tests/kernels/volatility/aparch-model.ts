import { fitModel } from "../../../workers/volatility/fit";
import type { GarchFit, ModelAsk } from "../../../workers/volatility/garch-model";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

/** An APARCH(1,1) with normal errors and the sample variance as pre-sample variance, unless changed. */
export const aparch = (change: Partial<ModelAsk> = {}): ModelAsk => ({
  variance: "aparch",
  p: 1,
  q: 1,
  distribution: "normal",
  preSample: "sample",
  ...change,
});

export async function fitted(returns: Float64Array, change: Partial<ModelAsk> = {}): Promise<GarchFit> {
  return resultOf(await fitModel(await testContext(), returns, aparch(change), DEFAULT_FIT_OPTIONS));
}
