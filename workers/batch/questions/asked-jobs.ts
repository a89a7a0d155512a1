import { jobs as backtest } from "../../backtest";
import { jobs as chaos } from "../../chaos";
import { jobs as curiosity } from "../../curiosity";
import { jobs as factors } from "../../factors";
import { jobs as portfolio } from "../../portfolio";
import { jobs as regimes } from "../../regimes";
import { jobs as risk } from "../../risk";
import { jobs as statements } from "../../statements";
import { jobs as structure } from "../../structure";
import { jobs as validation } from "../../validation";
import { jobs as volatility } from "../../volatility";

/** The jobs a question may use, from the entry points of their rooms. */
export const askedJobs = {
  ...backtest,
  ...chaos,
  ...curiosity,
  ...factors,
  ...portfolio,
  ...regimes,
  ...risk,
  ...statements,
  ...structure,
  ...validation,
  ...volatility,
};

export type AskedJobs = typeof askedJobs;
