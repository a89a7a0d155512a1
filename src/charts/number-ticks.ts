import { fixed, significant } from "../lib/format";

export interface Tick {
  at: number;
  text: string;
}

const SUFFIXES: [number, string][] = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
];

/** Maximum decimals of a number with a suffix; with more it is written in full. */
const MAX_SHORT = 3;

/** Round steps, 1, 2 or 5 times a power of ten, so that at most `most` of them fit in the span. */
function niceStep(span: number, most: number): number {
  const rough = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
}

/** Fewer labels than this do not define a scale: the next finer step is used. */
const MIN_TICKS = 3;

/**
 * Ticks at round numbers within low..high, written with as many decimals as their step needs.
 * @param finest smallest step: 1 for whole numbers
 */
export function numberTicks(low: number, high: number, most: number, finest = 0): Tick[] {
  if (!(high > low)) return [];
  const within = (round: number) => {
    const step = Math.max(finest, round);
    const first = Math.ceil(low / step - 1e-9);
    return { step, first, count: Math.floor(high / step + 1e-9) - first + 1 };
  };
  const wide = within(niceStep(high - low, most));
  const { step, first, count } = wide.count < MIN_TICKS ? within(niceStep(high - low, 2 * most)) : wide;
  return Array.from({ length: Math.min(count, 64) }, (_, i) => {
    // Whole multiples, not a running sum, and never a negative zero.
    const at = (first + i) * step || 0;
    return { at, text: tickText(at, step, Math.max(Math.abs(low), Math.abs(high))) };
  });
}

/** Digits that distinguish a number from the next one a step away, in scientific notation. */
const placesBetween = (value: number, step: number): number =>
  Math.floor(Math.log10(Math.abs(value)) + 1e-9) - Math.floor(Math.log10(step) + 1e-9);

function tickText(value: number, step: number, largest: number): string {
  if (step < 1e-6) return value === 0 ? fixed(0, 0) : significant(value, Math.max(2, 1 + placesBetween(value, step)));
  const [size, suffix] = SUFFIXES.find(([limit]) => largest >= limit) ?? [1, ""];
  const digits = Math.max(0, -Math.floor(Math.log10(step / size) + 1e-9));
  // A short section of a long axis is written in full: 999,975 rather than 0.999975M.
  if (digits > MAX_SHORT) return fixed(value, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return fixed(value / size, digits) + (value === 0 ? "" : suffix);
}

/** A number rounded to the power of ten below a step. */
export const numberText = (value: number, step: number, largest: number): string =>
  tickText(value, 10 ** Math.floor(Math.log10(step)), largest);

/** Ticks of a logarithmic axis: 1, 2 and 5 times powers of ten, or fewer; if fewer than three fit the range, round numbers. */
export function logTicks(low: number, high: number, most: number): Tick[] {
  const powers = Array.from(
    { length: Math.ceil(Math.log10(high)) - Math.floor(Math.log10(low)) + 1 },
    (_, i) => Math.floor(Math.log10(low)) + i,
  );
  const within = (leads: number[]) =>
    powers.flatMap((power) => leads.map((lead) => ({ at: lead * 10 ** power, power }))).filter(({ at }) => at >= low && at <= high);
  const fitting = [[1, 2, 5], [1, 3], [1]].map(within).find((ticks) => ticks.length <= 1.5 * most) ?? within([1]);
  if (fitting.length < MIN_TICKS) return numberTicks(low, high, most);
  const every = Math.ceil(fitting.length / (1.5 * most));
  return fitting.filter((_, i) => i % every === 0).map(({ at, power }) => ({ at, text: tickText(at, 10 ** power, at) }));
}

/** Round percentages of change from `base`, at their values. */
export const percentTicks = (low: number, high: number, base: number, most: number): Tick[] =>
  numberTicks((low / base - 1) * 100, (high / base - 1) * 100, most).map(({ at, text }) => ({
    at: base * (1 + at / 100),
    text: `${text}%`,
  }));

/** Ticks of an axis that counts observations from 1. */
export function indexTicks(low: number, high: number, most: number): Tick[] {
  const step = Math.max(1, niceStep(high - low, most));
  const ticks: Tick[] = [];
  for (let number = Math.max(1, Math.ceil((low + 1) / step) * step); number - 1 <= high; number += step) {
    ticks.push({ at: number - 1, text: fixed(number, 0) });
  }
  // The first observation is labeled if it is far enough from the next label.
  if (low <= 0 && step >= 5) ticks.unshift({ at: 0, text: fixed(1, 0) });
  return ticks;
}
