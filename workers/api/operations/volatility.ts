import * as v from "valibot";
import { meanLagsSetting, modelSchema, orderEntries, VARIANCES } from "../../volatility/schema";
import { operation } from "../operation";
import { problemOf } from "../problem";
import { figure, number, symbol } from "../schemas";

const { p, q, distribution, preSample } = orderEntries;

export const fitVolatility = operation({
  id: "fitVolatility",
  method: "POST",
  path: "/v1/volatility/fit",
  tag: "Analyses",
  summary: "Volatility Model",
  description:
    "Fits a model of the GARCH family to a dataset on this device, as the GARCH screen does: p lags of variance, q lags of squared shocks, robust " +
    "standard errors. Prices become log returns in percent; parameters and next_volatility, one step ahead, are in the unit of the returns. " +
    "standard_error is null at a bound, half_life and unconditional_variance where the persistence is 1.",
  access: ["data"],
  body: v.object({
    symbol,
    variance: v.optional(v.picklist(VARIANCES), "garch"),
    p,
    q,
    distribution,
    mean: v.optional(v.picklist(["constant", "zero", "ar"]), "constant"),
    mean_lags: meanLagsSetting,
    pre_sample: preSample,
    decay: v.optional(modelSchema.entries.decay, null),
  }),
  status: 200,
  response: v.object({
    model: v.string(),
    status: v.picklist(["converged", "boundary", "not-converged"]),
    status_text: v.string(),
    caution: v.nullable(v.string()),
    unit: v.picklist(["percent", "fraction"]),
    returns: number,
    parameters: v.array(v.object({ name: v.string(), value: number, standard_error: figure, t: figure, p_value: figure })),
    log_likelihood: number,
    aic: number,
    bic: number,
    persistence: number,
    half_life: figure,
    unconditional_variance: figure,
    next_volatility: number,
  }),
  example: {
    body: {
      symbol: "WTI crude oil",
      variance: "garch",
      p: 1,
      q: 1,
      distribution: "skewt",
      mean: "constant",
      mean_lags: 1,
      pre_sample: "sample",
    },
  },
  async answer({ body, services, signal }) {
    const { mean, mean_lags, pre_sample, symbol: asked, ...rest } = body;
    const model = { ...rest, preSample: pre_sample, mean: mean === "ar" ? { ar: mean_lags } : mean };
    const outcome = await services.ask("volatility", { symbol: asked, model }, signal);
    if (!outcome.ok) throw problemOf(outcome.failure);
    return outcome.value;
  },
});
