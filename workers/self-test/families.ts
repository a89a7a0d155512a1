import { selfTest as backtest } from "../backtest";
import { selfTest as chaos } from "../chaos";
import { selfTest as factors } from "../factors";
import { selfTest as portfolio } from "../portfolio";
import { selfTest as regimes } from "../regimes";
import { selfTest as risk } from "../risk";
import type { SelfCheck } from "../runtime/self-check";
import { selfTest as structure } from "../structure";
import { selfTest as validation } from "../validation";
import { selfTest as volatility } from "../volatility";

/** The families of kernels that can test themselves; the checks of a family are fetched when they are run. */
export const families: Record<string, () => Promise<{ checks: SelfCheck[] }>> = {
  backtest,
  chaos,
  factors,
  portfolio,
  regimes,
  risk,
  structure,
  validation,
  volatility,
  core: () => import("./core"),
  columns: () => import("./columns"),
  "single-steps": () => import("./single-steps"),
  "whole-jobs": () => import("./whole-jobs"),
};
