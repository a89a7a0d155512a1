import { fail, type Outcome } from "../../contract";
import { type FitOptions, fitGarch } from "../garch/fit";
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
  const plainMean = model.mean === "constant" || model.mean === "zero";
  if (familyOf(model)) return plainMean && !model.targeting ? null : messages.garchModel;
  return model.variance === "garch" && model.mean === "constant" && !model.targeting && model.distribution !== "ged"
    ? null
    : messages.garchModel;
}

/** Fits a volatility model of any kind to returns. */
export async function fitModel(context: JobContext, returns: Float64Array, ask: ModelAsk, options: FitOptions): Promise<Outcome<GarchFit>> {
  const trouble = modelTrouble(ask);
  if (trouble) return fail("bad-input", trouble);
  if (!familyOf(completeModel(ask))) return fitGarch(context, returns, ask, options);
  const kernels = await context.load("volatility");
  return fitVolatility({ context, kernels }, returns, ask, options);
}
