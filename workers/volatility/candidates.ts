import type { Count } from "../contract";
import type { Distribution, ModelAsk, VarianceModel } from "./garch-model";
import { DISTRIBUTION_NAMES, FIXED_ORDERS, ordersOf, VARIANCE_NAMES } from "./schema";

/** The grid of a search: every combination is tried. */
export interface ModelGrid {
  variances: VarianceModel[];
  distributions: Distribution[];
  /** Lags of the variance, and of the shocks; models without orders (EWMA, FIGARCH, HAR) are tried once. */
  p: Count[];
  q: Count[];
}

export const DEFAULT_GRID: ModelGrid = {
  variances: ["garch", "gjr", "egarch"],
  distributions: ["normal", "t", "skewt", "ged"],
  p: [1, 2],
  q: [1, 2],
};

/** "EGARCH(1,1), Student's t" */
export function modelName({ variance = "garch", p, q, distribution }: ModelAsk): string {
  return `${VARIANCE_NAMES[variance]}${ordersOf(variance, p, q)}, ${DISTRIBUTION_NAMES[distribution]}`;
}

/** The distinct models of a grid, in the order of the lists. */
export function candidatesOf({ variances, distributions, p, q }: ModelGrid, rest: Pick<ModelAsk, "preSample" | "mean">): ModelAsk[] {
  const models = variances.flatMap((variance) => {
    const orders = variance in FIXED_ORDERS ? [[1, 1]] : p.flatMap((lags) => q.map((shocks) => [lags, shocks]));
    return distributions.flatMap((distribution) => orders.map(([p, q]): ModelAsk => ({ ...rest, variance, distribution, p, q })));
  });
  return [...new Map(models.map((model) => [modelName(model), model])).values()];
}
