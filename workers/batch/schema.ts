import * as v from "valibot";
import { backtestEntries, STRATEGY_TYPES, strategyEntries } from "../backtest/schema";
import { axesSchema, searchEntries, searchSchema, sweepSchema } from "../backtest/search-schema";
import { KINDS as LYAPUNOV_KINDS, lyapunovSchema } from "../chaos/schema";
import { DATA_ENDINGS } from "../contract";
import { curiosityEntries } from "../curiosity/schema";
import { factorEntries } from "../factors/schema";
import { yearEntries } from "../performance/schema";
import { boundEntries } from "../portfolio/budget-schema";
import { COVARIANCES, ESTIMATED_MEANS, estimateEntries, LINKAGES, OBJECTIVES, objectiveEntries } from "../portfolio/schema";
import { fitEntries } from "../regimes/schema";
import { riskEntries, SIMPLE_KINDS } from "../risk/schema";
import { valuesOf } from "../runtime/schema";
import { KINDS, UNITS } from "../series/schema";
import { structureEntries } from "../structure/schema";
import { candidatesEntries } from "../validation/schema";
import { MEANS, meanLagsSetting, optionEntries, orderEntries, VARIANCES } from "../volatility/schema";

/** Whether a file in a folder is a data file, by its name; the journal of a run beside its results is not. */
export const isDataFile = (name: string): boolean =>
  DATA_ENDINGS.some((ending) => name.toLowerCase().endsWith(`.${ending}`)) && !name.endsWith(".run.json");

/** In place of a column's name: each column of a file is a series. */
export const EACH_COLUMN = "*";

/** The kind of values; "auto" treats values that are all above zero as prices. */
const kind = v.optional(v.picklist(valuesOf(KINDS)), "auto");
/** The unit of returns; "auto" infers it from header and cells, otherwise from their size. */
const unit = v.optional(v.picklist(valuesOf(UNITS)), "auto");
/** The same for questions about simple returns, which convert log returns. */
const simpleEntries = { kind: v.optional(v.picklist(valuesOf(SIMPLE_KINDS)), "auto"), unit };

const { objective, keep } = sweepSchema.entries;
const { windows } = searchSchema.entries;
const { transactionCosts, slippage, behavioralAdjustment, direction } = backtestEntries;

/** With the default type of the strategy editor. */
const strategy = { ...strategyEntries, type: v.optional(strategyEntries.type, STRATEGY_TYPES[0]) };

/** A strategy and the parameters to vary; without axes, the default ones of its type. */
const searched = { ...strategy, axes: v.optional(v.nullable(axesSchema), null), ...searchEntries, objective };

/** All settings of each question, composed of those of its domain; the command's options, plans and the page's form are derived from these. */
export const questionSettings = {
  garch: v.object({
    ...orderEntries,
    variance: v.optional(v.picklist(VARIANCES), "garch"),
    mean: v.optional(v.picklist(valuesOf(MEANS)), "constant"),
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
    kind: v.optional(v.picklist(valuesOf(LYAPUNOV_KINDS)), "auto"),
  }),
  curiosity: v.object({ ...curiosityEntries, kind, unit }),
  structure: v.object({ ...structureEntries, kind }),
  risk: v.object({ ...riskEntries, ...simpleEntries }),
  factors: v.object({
    ...factorEntries,
    formulas: v.optional(v.array(v.object({ name: v.string(), text: v.string() })), []),
  }),
  backtest: v.object({ ...strategy, ...backtestEntries }),
  /** The best runs become columns only on request. */
  sweep: v.object({ ...searched, keep: v.optional(keep.wrapped, 0), ...backtestEntries }),
  optimize: v.object({ ...searched, windows, ...backtestEntries }),
  validate: v.object({
    /** Strategies to choose from; without any, the series is a track record. */
    candidates: v.optional(v.array(v.object({ name: v.string(), strategy: v.object(strategyEntries) })), []),
    ...candidatesEntries,
    transactionCosts,
    slippage,
    behavioralAdjustment,
    direction,
    /** Kind and unit of a track record. */
    ...simpleEntries,
  }),
  portfolio: v.object({
    objective: v.optional(v.picklist(valuesOf(OBJECTIVES)), "maximum-sharpe"),
    ...objectiveEntries,
    linkage: v.optional(v.picklist(valuesOf(LINKAGES)), "single"),
    covariance: v.optional(v.picklist(valuesOf(COVARIANCES)), "constant-correlation"),
    mean: v.optional(v.picklist(valuesOf(ESTIMATED_MEANS)), "arithmetic"),
    ...estimateEntries,
    ...boundEntries,
    ...yearEntries,
  }),
  convert: v.object({ startingBalance: v.optional(v.nullable(v.number()), null) }),
};
