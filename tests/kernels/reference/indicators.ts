/** Indicators by their definitions, value by value. NaN marks the warm-up. */
const warm = (length: number, first: number, at: (t: number) => number) =>
  Float64Array.from({ length }, (_, t) => (t < first ? Number.NaN : at(t)));
const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

export const smaTwin = (x: Float64Array, n: number) => warm(x.length, n - 1, (t) => mean(x.subarray(t - n + 1, t + 1)));

export function emaTwin(x: Float64Array, n: number): Float64Array {
  let previous = mean(x.subarray(0, n));
  return warm(x.length, n - 1, (t) => {
    if (t >= n) previous += (2 / (n + 1)) * (x[t] - previous);
    return previous;
  });
}

export function rsiTwin(x: Float64Array, n: number): Float64Array {
  const change = Array.from(x, (value, t) => value - x[t - 1]);
  let gain = mean(change.slice(1, n + 1).map((d) => Math.max(d, 0)));
  let loss = mean(change.slice(1, n + 1).map((d) => Math.max(-d, 0)));
  return warm(x.length, n, (t) => {
    if (t > n) gain += (Math.max(change[t], 0) - gain) / n;
    if (t > n) loss += (Math.max(-change[t], 0) - loss) / n;
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  });
}

export const wmaTwin = (x: Float64Array, n: number) =>
  warm(x.length, n - 1, (t) => x.subarray(t - n + 1, t + 1).reduce((sum, value, k) => sum + (k + 1) * value, 0) / ((n * (n + 1)) / 2));

export const addScaledTwin = (x: Float64Array, y: Float64Array, factor: number) => x.map((value, t) => value + factor * y[t]);

/** Highest and lowest of the last n values. */
export const extremesTwin = (x: Float64Array, n: number) => [
  warm(x.length, n - 1, (t) => Math.max(...x.subarray(t - n + 1, t + 1))),
  warm(x.length, n - 1, (t) => Math.min(...x.subarray(t - n + 1, t + 1))),
];

export const placeTwin = (x: Float64Array, high: Float64Array, low: Float64Array) =>
  x.map((value, t) => (high[t] === low[t] ? 50 : (100 * (value - low[t])) / (high[t] - low[t])));

export interface Bars {
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  volume: Float64Array;
}

const trueRanges = ({ high, low, close }: Bars) =>
  high.map((value, t) => Math.max(value - low[t], Math.abs(value - close[t - 1]), Math.abs(low[t] - close[t - 1])));

export function atrTwin(bars: Bars, n: number): Float64Array {
  const range = trueRanges(bars);
  let average = mean(range.subarray(1, n + 1));
  return warm(range.length, n, (t) => {
    if (t > n) average += (range[t] - average) / n;
    return average;
  });
}

/** +DI, -DI and ADX, with sums updated as Wilder defines them. */
export function adxTwin(bars: Bars, n: number): Float64Array[] {
  const { high, low } = bars;
  const up = high.map((value, t) => (value - high[t - 1] > Math.max(0, low[t - 1] - low[t]) ? value - high[t - 1] : 0));
  const down = low.map((value, t) => (low[t - 1] - value > Math.max(0, high[t] - high[t - 1]) ? low[t - 1] - value : 0));
  const [range, plus, minus] = [trueRanges(bars), up, down].map((x) => {
    let sum = x.subarray(1, n).reduce((total, value) => total + value, 0);
    return warm(x.length, n, (t) => {
      sum += x[t] - sum / n;
      return sum;
    });
  });
  const share = (part: number, whole: number) => (whole > 0 ? (100 * part) / whole : 0);
  const [positive, negative] = [plus, minus].map((x) => x.map((value, t) => (t < n ? Number.NaN : share(value, range[t]))));
  const strength = positive.map((value, t) => share(Math.abs(value - negative[t]), value + negative[t]));
  const begin = 2 * n - 1;
  let index = mean(strength.subarray(n, begin + 1));
  const adx = warm(high.length, begin, (t) => {
    if (t > begin) index += (strength[t] - index) / n;
    return index;
  });
  return [positive, negative, adx];
}

export function obvTwin({ close, volume }: Bars): Float64Array {
  let balance = volume[0];
  return close.map((value, t) => {
    if (t > 0) balance += Math.sign(value - close[t - 1]) * volume[t];
    return balance;
  });
}

export const vwapTwin = ({ high, low, close, volume }: Bars, n: number) =>
  warm(close.length, n - 1, (t) => {
    const window = Array.from({ length: n }, (_, k) => t - n + 1 + k);
    const traded = window.reduce((sum, i) => sum + volume[i], 0);
    return traded === 0 ? Number.NaN : window.reduce((sum, i) => sum + ((high[i] + low[i] + close[i]) / 3) * volume[i], 0) / traded;
  });
