import * as v from "valibot";
import { FACTOR_DEFAULTS, STRATEGY_DEFAULTS } from "../../../workers/backtest/schema";
import { searchSchema } from "../../../workers/backtest/search-schema";
import { emptied } from "../../../workers/runtime/schema";
import { strategyContentSchema } from "../../state/strategy-body";
import { AXES_DEFAULT, axesSchema } from "../../strategies/axes";
import { BACKTEST_DEFAULTS, backtestSettingsSchema } from "../../strategies/backtest-settings";

const { objective, windows, search, trials, seed } = searchSchema.entries;
const amounts = { trials, seed, windows };
/** Defaults of a search, for empty boxes. */
export const SEARCH_DEFAULTS = v.getDefaults(v.object({ search, objective, ...amounts }));

/** All inputs of the screen except the data; stored across a reload. */
export const builderInputsSchema = v.object({
  ...backtestSettingsSchema.entries,
  strategy: strategyContentSchema,
  /** Id of the edited saved strategy; null if never saved. */
  id: v.nullable(v.string()),
  /** Parameters to search over. */
  axes: axesSchema,
  search,
  objective,
  ...emptied(amounts),
});

export type BuilderInputs = v.InferOutput<typeof builderInputsSchema>;

export const BUILDER_DEFAULTS: BuilderInputs = {
  ...BACKTEST_DEFAULTS,
  strategy: {
    name: "",
    description: "",
    type: "momentum",
    parameters: STRATEGY_DEFAULTS,
    behavioralFactors: FACTOR_DEFAULTS,
  },
  id: null,
  axes: AXES_DEFAULT,
  ...SEARCH_DEFAULTS,
};

/** The inputs in two parts: those of a backtest, and those of a search. */
export function partsOf({ strategy: _, id: __, axes, search, trials, seed, objective, windows, ...settings }: BuilderInputs) {
  return { settings, searched: { axes, search, trials, seed, objective, windows } };
}
