import * as v from "valibot";
import { FORM_FACTORS, STRATEGY_DEFAULTS, stressSchema } from "../../../workers/backtest/schema";
import { strategyContentSchema } from "../../state/strategy-body";
import { AXES_DEFAULT, axesSchema } from "../../strategies/axes";
import { BACKTEST_DEFAULTS, backtestSettingsSchema } from "../../strategies/backtest-settings";

/** Every input of the screen but the data; kept over a reload. */
export const backtesterInputsSchema = v.object({
  ...backtestSettingsSchema.entries,
  strategy: strategyContentSchema,
  /** Saved strategy that was chosen; null for one made here. */
  chosen: v.nullable(v.string()),
  /** The two parameters of the sweep. */
  axes: axesSchema,
  /** Monte Carlo runs and their seed. */
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

/** The part of the inputs a backtest reads. */
export function settingsOf(inputs: BacktesterInputs) {
  const { strategy: _, chosen: __, axes: ___, iterations: ____, seed: _____, ...settings } = inputs;
  return settings;
}
