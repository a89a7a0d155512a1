import { parts as backtest } from "./backtest";
import { parts as chaos } from "./chaos";
import { parts as factors } from "./factors";
import { parts as risk } from "./risk";
import { parts as structure } from "./structure";
import { parts as validation } from "./validation";
import { parts as volatility } from "./volatility";

/** Parts of jobs that run on several workers at once, merged from the domains. Pages cannot call them. */
export const parts = {
  ...backtest,
  ...chaos,
  ...factors,
  ...risk,
  ...structure,
  ...validation,
  ...volatility,
};
