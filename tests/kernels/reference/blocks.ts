import type { Block, Condition, Operand } from "../../../workers/backtest/schema";
import { plainMomentum } from "./backtest-scores";

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: number[]) =>
  Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1));

/** Wilder's RSI at a row, from the start of the series. */
function strength(closes: ArrayLike<number>, t: number, period: number): number {
  if (t < period) return Number.NaN;
  const change = (s: number) => closes[s] - closes[s - 1];
  const first = Array.from({ length: period }, (_, k) => change(k + 1));
  let [gains, losses] = [mean(first.map((d) => Math.max(d, 0))), mean(first.map((d) => Math.max(-d, 0)))];
  for (let s = period + 1; s <= t; s++) {
    gains += (Math.max(change(s), 0) - gains) / period;
    losses += (Math.max(-change(s), 0) - losses) / period;
  }
  return gains + losses === 0 ? 50 : (100 * gains) / (gains + losses);
}

function exponential(closes: ArrayLike<number>, t: number, period: number): number {
  if (t < period - 1) return Number.NaN;
  let level = mean(Array.from({ length: period }, (_, k) => closes[k]));
  for (let s = period; s <= t; s++) level += (2 / (period + 1)) * (closes[s] - level);
  return level;
}

function operandAt({ measure, window, value }: Operand, closes: ArrayLike<number>, t: number): number {
  const last = (count: number, end = t) => Array.from({ length: count }, (_, k) => closes[end - k]);
  switch (measure) {
    case "price":
      return closes[t];
    case "number":
      return value;
    case "average":
      return t < window - 1 ? Number.NaN : mean(last(window));
    case "exponential":
      return exponential(closes, t, window);
    case "strength":
      return strength(closes, t, window);
    case "highest":
      return t < window ? Number.NaN : Math.max(...last(window, t - 1));
    case "lowest":
      return t < window ? Number.NaN : Math.min(...last(window, t - 1));
    case "change":
      return t < window ? Number.NaN : 100 * (closes[t] / closes[t - window] - 1);
    case "volatility": {
      const length = Math.max(2, window);
      if (t < length) return Number.NaN;
      return 100 * Math.sqrt(252) * deviation(Array.from({ length }, (_, k) => Math.log(closes[t - k] / closes[t - k - 1])));
    }
    case "momentum":
      return plainMomentum(closes, t, window);
    case "distance": {
      const length = Math.max(2, window);
      return t < length - 1 ? Number.NaN : (closes[t] - mean(last(length))) / deviation(last(length));
    }
  }
}

/** True, false, or null while a required value is undefined. */
function holds({ left, is, right }: Condition, closes: ArrayLike<number>, t: number): boolean | null {
  const sign = is.endsWith("above") ? 1 : -1;
  const gap = (s: number) => (s < 0 ? Number.NaN : sign * (operandAt(left, closes, s) - operandAt(right, closes, s)));
  if (Number.isNaN(gap(t))) return null;
  if (!is.startsWith("crosses")) return gap(t) > 0;
  return Number.isNaN(gap(t - 1)) ? null : gap(t) > 0 && gap(t - 1) <= 0;
}

/** Target weight of a block at the close of a row; NaN while undefined. */
export function plainBlock(block: Block, closes: ArrayLike<number>, t: number): number {
  if (block.kind === "hold") return block.weight;
  const answers = block.conditions.map((condition) => holds(condition, closes, t));
  const settles = block.match === "any";
  const answer = answers.includes(settles) ? settles : answers.includes(null) ? null : !settles;
  return answer === null ? Number.NaN : plainBlock(answer ? block.yes : block.no, closes, t);
}
