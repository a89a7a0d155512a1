import type { Count, Fraction } from "../contract";
import { messages } from "../messages";

/** Values of each row that conditions compare; all but the first two look back on a number of rows. */
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
] as const;
export type Measure = (typeof MEASURES)[number];

export const COMPARISONS = ["above", "below", "crosses-above", "crosses-below"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** One side of a comparison. */
export interface Operand {
  measure: Measure;
  /** Rows it looks back on. */
  window: Count;
  /** The value of a number. */
  value: number;
}

export interface Condition {
  left: Operand;
  is: Comparison;
  right: Operand;
}

/** What is held: a weight, or one of two blocks. */
export type Block =
  | { kind: "hold"; weight: Fraction }
  | { kind: "if"; match: "all" | "any"; conditions: Condition[]; yes: Block; no: Block };

export const MAX_WINDOW: Count = 1_000;
export const MAX_CONDITIONS: Count = 5;
export const MAX_DEPTH: Count = 5;

/** Long above the mean of the last 50 closes, out below. */
export const RULES_DEFAULT: Block = {
  kind: "if",
  match: "all",
  conditions: [
    {
      left: { measure: "price", window: 1, value: 0 },
      is: "above",
      right: { measure: "average", window: 50, value: 0 },
    },
  ],
  yes: { kind: "hold", weight: 1 },
  no: { kind: "hold", weight: 0 },
};

function operandTrouble({ measure, window, value }: Operand): string | null {
  if (!MEASURES.includes(measure) || !Number.isFinite(value)) return messages.blocksOperand;
  return Number.isInteger(window) && window >= 1 && window <= MAX_WINDOW ? null : messages.blocksWindow(MAX_WINDOW);
}

/** Why a block cannot be run; null where it can. */
export function blockTrouble(block: Block, depth: Count = 0): string | null {
  if (block.kind === "hold") return block.weight >= -1 && block.weight <= 1 ? null : messages.blocksWeight;
  if (block.kind !== "if" || depth >= MAX_DEPTH) return messages.blocksDepth(MAX_DEPTH);
  const { conditions } = block;
  if (conditions.length === 0 || conditions.length > MAX_CONDITIONS) return messages.blocksConditions(MAX_CONDITIONS);
  for (const { left, is, right } of conditions) {
    const trouble = operandTrouble(left) ?? operandTrouble(right);
    if (trouble) return trouble;
    if (!COMPARISONS.includes(is)) return messages.blocksOperand;
  }
  return blockTrouble(block.yes, depth + 1) ?? blockTrouble(block.no, depth + 1);
}
