import * as v from "valibot";
import { FORM_FACTORS, STRATEGY_DEFAULTS, stressSchema } from "../../../workers/backtest/schema";
import { strategyContentSchema } from "../../state/strategy-body";
import { AXES_DEFAULT, axesSchema } from "../../strategies/axes";
import { BACKTEST_DEFAULTS, backtestSettingsSchema } from "../../strategies/backtest-settings";

/** All inputs of the screen except the data; stored across a reload. */
export const backtesterInputsSchema = v.object({
  ...backtestSettingsSchema.entries,
  strategy: strategyContentSchema,
  /** Id of the chosen saved strategy; null for one defined here. */
  chosen: v.nullable(v.string()),
  /** The two parameters of the sweep. */
  axes: axesSchema,
  /** Number of Monte Carlo runs, and their seed. */
  ...stressSchema.entries,
});

export type BacktesterInputs = v.InferOutput<typeof backtesterInputsSchema>;

export const BACKTESTER_DEFAULTS: BacktesterInputs = {
  ...BACKTEST_DEFAULTS,
  strategy: { name: "", description: "", type: "momentum", parameters: STRATEGY_DEFAULTS, behavioralFactors: FORM_FACTORS },
  chosen: null,
  axes: AXES_DEFAULT,
  ...v.getDefaults(stressSchema),
};

/** The part of the inputs that a backtest uses. */
export function settingsOf(inputs: BacktesterInputs) {
  const { strategy: _, chosen: __, axes: ___, iterations: ____, seed: _____, ...settings } = inputs;
  return settings;
}
