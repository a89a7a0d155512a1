import * as v from "valibot";
import { backtestEntries, STRATEGY_TYPES, strategyEntries } from "../backtest/schema";
import { axesSchema, searchEntries, searchSchema, sweepSchema } from "../backtest/search-schema";
import { lyapunovSchema } from "../chaos/schema";
import { DATA_ENDINGS } from "../contract";
import { curiosityEntries } from "../curiosity/schema";
import { factorEntries } from "../factors/schema";
import { yearEntries } from "../performance/schema";
import { boundEntries } from "../portfolio/budget-schema";
import { estimateEntries, objectiveEntries } from "../portfolio/schema";
import { fitEntries } from "../regimes/schema";
import { riskEntries } from "../risk/schema";
import { structureEntries } from "../structure/schema";
import { candidatesEntries } from "../validation/schema";
import { meanLagsSetting, optionEntries, orderEntries, VARIANCES } from "../volatility/schema";

/** Whether a file of a folder is one of data, by its name; the journal of a run beside its results is none. */
export const isDataFile = (name: string): boolean =>
  DATA_ENDINGS.some((ending) => name.toLowerCase().endsWith(`.${ending}`)) && !name.endsWith(".run.json");

/** In the place of a column's name: each column of a file is a series. */
export const EACH_COLUMN = "*";

/** What the values are; "auto" takes levels that are all above zero for prices. */
const kind = v.optional(v.picklist(["auto", "prices", "returns"]), "auto");
/** What returns are in; "auto" goes by header and cells, else by size. */
const unit = v.optional(v.picklist(["auto", "percent", "fraction"]), "auto");
/** The same of questions of simple returns, which make them of log returns. */
const simpleEntries = { kind: v.optional(v.picklist(["auto", "values", "returns", "log-returns"]), "auto"), unit };

const { objective, keep } = sweepSchema.entries;
const { windows } = searchSchema.entries;
const { transactionCosts, slippage, behavioralAdjustment, direction } = backtestEntries;

/** As the editor of strategies starts. */
const strategy = { ...strategyEntries, type: v.optional(strategyEntries.type, STRATEGY_TYPES[0]) };

/** A strategy and what is varied of it; without axes those that are usual for its kind. */
const searched = { ...strategy, axes: v.optional(v.nullable(axesSchema), null), ...searchEntries, objective };

const OBJECTIVES = [
  "maximum-sharpe",
  "minimum-variance",
  "target-return",
  "maximum-utility",
  "maximum-diversification",
  "minimum-cvar",
  "equal-risk",
  "hierarchical",
  "hierarchical-equal-risk",
  "inverse-volatility",
  "equal-weight",
] as const;
const COVARIANCES = [
  "constant-correlation",
  "single-factor",
  "constant-variance",
  "oracle-approximating",
  "sample",
  "exponential",
] as const;

/** All a question can be told, made of the settings of its domain; the command's options, plans and the page's form follow from these. */
export const questionSettings = {
  garch: v.object({
    ...orderEntries,
    variance: v.optional(v.picklist(VARIANCES), "garch"),
    mean: v.optional(v.picklist(["constant", "zero", "ar"]), "constant"),
    meanLags: meanLagsSetting,
    targeting: v.optional(v.boolean(), false),
    ...optionEntries,
    kind,
  }),
  regimes: v.object({
    ...fitEntries,
    compare: v.optional(v.boolean(), true),
    unit,
    kind,
  }),
  lyapunov: v.object({
    ...lyapunovSchema.entries,
    kind: v.optional(v.picklist(["auto", "prices", "returns", "values"]), "auto"),
  }),
  curiosity: v.object({ ...curiosityEntries, kind, unit }),
  structure: v.object({ ...structureEntries, kind }),
  risk: v.object({ ...riskEntries, ...simpleEntries }),
  factors: v.object({
    ...factorEntries,
    formulas: v.optional(v.array(v.object({ name: v.string(), text: v.string() })), []),
  }),
  backtest: v.object({ ...strategy, ...backtestEntries }),
  /** The best runs are columns of their own only where they are asked for. */
  sweep: v.object({ ...searched, keep: v.optional(keep.wrapped, 0), ...backtestEntries }),
  optimize: v.object({ ...searched, windows, ...backtestEntries }),
  validate: v.object({
    /** Strategies to choose among; without any the series is a track record. */
    candidates: v.optional(v.array(v.object({ name: v.string(), strategy: v.object(strategyEntries) })), []),
    ...candidatesEntries,
    transactionCosts,
    slippage,
    behavioralAdjustment,
    direction,
    /** What a track record is. */
    ...simpleEntries,
  }),
  portfolio: v.object({
    objective: v.optional(v.picklist(OBJECTIVES), "maximum-sharpe"),
    ...objectiveEntries,
    linkage: v.optional(v.picklist(["single", "average", "complete", "ward"]), "single"),
    covariance: v.optional(v.picklist(COVARIANCES), "constant-correlation"),
    mean: v.optional(v.picklist(["arithmetic", "exponential", "james-stein", "bayes-stein"]), "arithmetic"),
    ...estimateEntries,
    ...boundEntries,
    ...yearEntries,
  }),
  convert: v.object({ startingBalance: v.optional(v.nullable(v.number()), null) }),
};
