import * as v from "valibot";
import { FACTOR_DEFAULTS, STRATEGY_DEFAULTS, searchSchema } from "../../../workers/backtest/schema";
import { emptied } from "../../../workers/runtime/schema";
import { strategyContentSchema } from "../../state/strategy-body";
import { AXES_DEFAULT, axesSchema } from "../../strategies/axes";
import { BACKTEST_DEFAULTS, backtestSettingsSchema } from "../../strategies/backtest-settings";

const { objective, windows } = searchSchema.entries;

/** Every input of the screen but the data; kept over a reload. */
export const builderInputsSchema = v.object({
  ...backtestSettingsSchema.entries,
  strategy: strategyContentSchema,
  /** Saved strategy that is edited; null for one that was never saved. */
  id: v.nullable(v.string()),
  /** Parameters that are searched over. */
  axes: axesSchema,
  objective,
  ...emptied({ windows }),
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
  ...v.getDefaults(v.object({ objective, windows })),
};

/** The part of the inputs a backtest reads. */
export function settingsOf(inputs: BuilderInputs) {
  const { strategy: _, id: __, axes: ___, objective: ____, windows: _____, ...settings } = inputs;
  return settings;
}
