import * as v from "valibot";
import type { Block, Comparison, Measure, Operand } from "../../workers/backtest/blocks";

export type { Block, Condition, Operand } from "../../workers/backtest/blocks";

export const MEASURES = [
  "price",
  "number",
  "average",
  "exponential",
  "strength",
  "highest",
  "lowest",
  "change",
  "volatility",
  "momentum",
  "distance",
] as const satisfies readonly Measure[];
export const COMPARISONS = ["above", "below", "crosses-above", "crosses-below"] as const satisfies readonly Comparison[];
export const MAX_WINDOW = 1_000;
export const MAX_CONDITIONS = 5;
export const MAX_DEPTH = 5;

const operandSchema = v.object({
  measure: v.picklist(MEASURES),
  window: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_WINDOW)),
  value: v.pipe(v.number(), v.finite()),
});
const conditionSchema = v.object({ left: operandSchema, is: v.picklist(COMPARISONS), right: operandSchema });

/** Blocks of at most so many ifs within each other. */
const nested = (depth: number): v.GenericSchema<unknown, Block> => {
  const hold = v.object({ kind: v.literal("hold"), weight: v.pipe(v.number(), v.minValue(-1), v.maxValue(1)) });
  if (depth === 0) return hold;
  const inner = nested(depth - 1);
  return v.union([
    hold,
    v.object({
      kind: v.literal("if"),
      match: v.picklist(["all", "any"]),
      conditions: v.pipe(v.array(conditionSchema), v.minLength(1), v.maxLength(MAX_CONDITIONS)),
      yes: inner,
      no: inner,
    }),
  ]);
};

export const blockSchema = nested(MAX_DEPTH);

export const operand = (measure: Operand["measure"], window = 1, value = 0): Operand => ({ measure, window, value });

/** Long above the mean of the last 50 closes, out below. */
export const RULES_DEFAULT: Block = {
  kind: "if",
  match: "all",
  conditions: [{ left: operand("price"), is: "above", right: operand("average", 50) }],
  yes: { kind: "hold", weight: 1 },
  no: { kind: "hold", weight: 0 },
};
