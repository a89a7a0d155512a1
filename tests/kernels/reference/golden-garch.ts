import type { GarchParameters, ModelAsk } from "../../../workers/volatility/garch-model";
import { goldenColumn, goldenJson } from "../../fixtures/golden";

type Named = Record<string, { value: number; robust_se?: number }>;

interface GoldenGarch {
  id: string;
  input: { series: string; column: string; transform: "none" | "pctlogret" };
  model: { arch_order_p: number; garch_order_q: number; dist: string };
  expected: { ref_mean_sq_resid: { params: Named; persistence: number; forecast_var_1_10: number[] } };
  fixed_param_eval: { params: Record<string, number>; mean_sq_resid: { forecast_var_1_10: number[] } };
}

const list = (params: Record<string, number>, name: string) =>
  Object.keys(params)
    .filter((key) => key.startsWith(name) && /\d$/.test(key))
    .map((key) => params[key]);

/** Parameters in the product's names from those of a reference file ("eta" is the skewed t's "nu"). */
export const parametersOf = (params: Record<string, number>): GarchParameters => ({
  mu: params.mu,
  ar: [],
  omega: params.omega,
  alpha: list(params, "alpha"),
  gamma: [],
  beta: list(params, "beta"),
  nu: params.nu ?? params.eta ?? null,
  lambda: params.lambda ?? null,
});

export const values = (params: Named) => Object.fromEntries(Object.entries(params).map(([key, { value }]) => [key, value]));

export function modelOf({ model }: GoldenGarch): ModelAsk {
  const distribution = /skew/i.test(model.dist) ? "skewt" : /student|^t$/i.test(model.dist) ? "t" : "normal";
  return { p: model.garch_order_q, q: model.arch_order_p, distribution, preSample: "sample" };
}

/** The percent returns of a reference case; null if the vendor's series is not included here. */
export async function goldenReturns({ input }: GoldenGarch): Promise<Float64Array | null> {
  const column = await goldenColumn(input.series, input.column);
  if (!column || input.transform === "none") return column;
  return column.subarray(1).map((price, t) => 100 * Math.log(price / column[t]));
}

export const goldenGarch = (id: string) => goldenJson<GoldenGarch>(`garch/${id}.json`);
