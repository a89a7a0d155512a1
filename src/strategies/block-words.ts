import type { Block, Condition, Operand } from "../../workers/backtest/schema";
import { percent, plain } from "../lib/format.ts";

/** Measures available in a condition. */
export const MEASURE_LABELS: readonly { value: Operand["measure"]; label: string; note?: string; looksBack: boolean }[] = [
  { value: "price", label: "Price", note: "the close", looksBack: false },
  { value: "number", label: "Number", looksBack: false },
  { value: "average", label: "Average", note: "simple moving average of closes", looksBack: true },
  { value: "exponential", label: "Exponential average", note: "of closes", looksBack: true },
  { value: "strength", label: "RSI", note: "Wilder, 0 to 100", looksBack: true },
  { value: "highest", label: "Highest prior", note: "highest close of the rows before this one", looksBack: true },
  { value: "lowest", label: "Lowest prior", note: "lowest close of the rows before this one", looksBack: true },
  { value: "change", label: "Change, %", note: "return over the rows", looksBack: true },
  { value: "volatility", label: "Volatility, %", note: "per year, log returns", looksBack: true },
  { value: "momentum", label: "Momentum score", note: "return in units of its standard error", looksBack: true },
  { value: "distance", label: "Distance score", note: "from the average, in standard deviations", looksBack: true },
];

export const COMPARISON_LABELS: readonly { value: Condition["is"]; label: string }[] = [
  { value: "above", label: "is above" },
  { value: "below", label: "is below" },
  { value: "crosses-above", label: "crosses above" },
  { value: "crosses-below", label: "crosses below" },
];

const infoOf = (measure: Operand["measure"]) => MEASURE_LABELS.find(({ value }) => value === measure) ?? MEASURE_LABELS[0];
export const looksBack = ({ measure }: Operand): boolean => infoOf(measure).looksBack;

const operandText = (own: Operand): string =>
  own.measure === "number" ? plain(own.value) : looksBack(own) ? `${infoOf(own.measure).label} ${own.window}` : infoOf(own.measure).label;

const conditionText = ({ left, is, right }: Condition): string =>
  `${operandText(left)} ${COMPARISON_LABELS.find(({ value }) => value === is)?.label} ${operandText(right)}`;

/** "if Price is above Average 50 then 100% else 0%". */
export function blockText(block: Block): string {
  if (block.kind === "hold") return percent(block.weight, 0);
  const joined = block.conditions.map(conditionText).join(block.match === "all" ? " and " : " or ");
  const inner = (own: Block) => (own.kind === "if" ? `(${blockText(own)})` : blockText(own));
  return `if ${joined} then ${inner(block.yes)} else ${inner(block.no)}`;
}
