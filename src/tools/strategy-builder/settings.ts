import * as v from "valibot";
import { BUILDER_FACTORS, PARAMETER_DEFAULTS, strategyContentSchema } from "../../state/strategy-body";
import { AXES_DEFAULT, axesSchema } from "../../strategies/axes";
import { BACKTEST_DEFAULTS, backtestSettingsSchema } from "../../strategies/backtest-settings";

const whole = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));

/** Every input of the screen but the data; kept over a reload. */
export const builderInputsSchema = v.object({
  ...backtestSettingsSchema.entries,
  strategy: strategyContentSchema,
  /** Saved strategy that is edited; null for one that was never saved. */
  id: v.nullable(v.string()),
  /** Parameters that are searched over. */
  axes: axesSchema,
  objective: v.picklist(["sharpeRatio", "returns", "calmar"]),
  windows: whole,
});

export type BuilderInputs = v.InferOutput<typeof builderInputsSchema>;

export const BUILDER_DEFAULTS: BuilderInputs = {
  ...BACKTEST_DEFAULTS,
  strategy: {
    name: "",
    description: "",
    type: "momentum",
    parameters: PARAMETER_DEFAULTS,
    behavioralFactors: BUILDER_FACTORS,
  },
  id: null,
  axes: AXES_DEFAULT,
  objective: "sharpeRatio",
  windows: 5,
};

/** The part of the inputs a backtest reads. */
export function settingsOf(inputs: BuilderInputs) {
  const { strategy: _, id: __, axes: ___, objective: ____, windows: _____, ...settings } = inputs;
  return settings;
}
