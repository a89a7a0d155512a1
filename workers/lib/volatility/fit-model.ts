import { fail, type Outcome } from "../../contract";
import { type FitOptions, fitGarch, isPlain } from "../garch/fit";
import { completeModel, type GarchFit, type ModelAsk } from "../garch-model";
import type { JobContext } from "../job";
import { messages } from "../messages";
import { familyOf } from "./families";
import { fitVolatility } from "./fit-volatility";

const LARGEST_ORDER = 5;

/** What is wrong with a model as it is asked for, whatever the data; null where nothing is. */
export function modelTrouble(ask: ModelAsk): string | null {
  const model = completeModel(ask);
  if (![model.p, model.q].every((order) => Number.isInteger(order) && order >= 1)) return messages.garchOrders;
  if (model.p > LARGEST_ORDER || model.q > LARGEST_ORDER) return messages.garchOrdersTooLarge;
  const { mean, decay, variance } = model;
  if (typeof mean === "object" && !(Number.isInteger(mean.ar) && mean.ar >= 1 && mean.ar <= LARGEST_ORDER)) return messages.garchMeanLags;
  if (variance === "ewma" && decay !== null && !(decay > 0 && decay < 1)) return messages.garchDecay;
  if (familyOf(model)) {
    if (!model.targeting) return null;
    return variance === "har" ? messages.garchTargetingOfHar : messages.garchTargeting;
  }
  return variance === "garch" || variance === "gjr" || variance === "ewma" ? null : messages.garchModel;
}

/** Fits a volatility model of any kind to returns. @param lean leaves the residuals empty where they follow from the returns */
export async function fitModel(
  context: JobContext,
  returns: Float64Array,
  ask: ModelAsk,
  options: FitOptions,
  lean = false,
): Promise<Outcome<GarchFit>> {
  const trouble = modelTrouble(ask);
  if (trouble) return fail("bad-input", trouble);
  const model = completeModel(ask);
  if (isPlain(model)) return fitGarch(context, returns, ask, options, undefined, lean);
  const kernels = await context.load("volatility");
  if (!familyOf(model)) return fitGarch(context, returns, ask, options, kernels, lean);
  return fitVolatility({ context, kernels }, returns, ask, options, lean);
}
