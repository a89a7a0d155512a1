import type { SelfCheck } from "./check";

/** The kernel families that can test themselves; a family's checks are fetched when they are run. */
export const families: Record<string, () => Promise<{ checks: SelfCheck[] }>> = {
  backtest: () => import("./backtest"),
  chaos: () => import("./chaos"),
  columns: () => import("./columns"),
  core: () => import("./core"),
  factors: () => import("./factors"),
  formula: () => import("./formula"),
  portfolio: () => import("./portfolio"),
  regimes: () => import("./regimes"),
  "volatility-egarch": () => import("./volatility-egarch"),
  risk: () => import("./risk"),
  "single-steps": () => import("./single-steps"),
  structure: () => import("./structure"),
  validation: () => import("./validation"),
  "volatility-gjr": () => import("./volatility-gjr"),
  "whole-jobs": () => import("./whole-jobs"),
};
