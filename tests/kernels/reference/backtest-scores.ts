const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: number[]) => {
  const center = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1));
};

/** Standard deviation of the last `window` log returns; NaN if there are fewer. */
function spread(closes: ArrayLike<number>, t: number, window: number): number {
  if (t < window) return Number.NaN;
  return deviation(Array.from({ length: window }, (_, k) => Math.log(closes[t - k] / closes[t - k - 1])));
}

const window = (lookback: number) => Math.max(lookback, 20);

export const plainMomentum = (closes: ArrayLike<number>, t: number, lookback: number): number =>
  t < lookback ? Number.NaN : Math.log(closes[t] / closes[t - lookback]) / (spread(closes, t, window(lookback)) * Math.sqrt(lookback));

export function plainReversion(closes: ArrayLike<number>, t: number, lookback: number): number {
  if (t < lookback - 1) return Number.NaN;
  const last = Array.from({ length: lookback }, (_, k) => closes[t - k]);
  return -(closes[t] - mean(last)) / deviation(last);
}

/** Z-score of the news against the known scores in the window; 0 if there is none. */
export function plainSentiment(scores: ArrayLike<number>, t: number, lookback: number): number {
  const from = Math.max(0, t - window(lookback) + 1);
  const known = Array.from({ length: t - from + 1 }, (_, k) => scores[from + k]).filter((score) => !Number.isNaN(score));
  if (Number.isNaN(scores[t]) || known.length < 2) return 0;
  return (scores[t] - mean(known)) / deviation(known);
}

export const plainTargetWeight = (closes: ArrayLike<number>, t: number, lookback: number, target: number): number =>
  Math.min(1, target / (spread(closes, t, window(lookback)) * Math.sqrt(252)));

/** Weight retained by a loss-averse holder: 1 - 0.5 min(1, 2.25 d), d the distance from the best close of 22 bars. */
export function plainPressure(closes: ArrayLike<number>, t: number, side: number): number {
  const last = Array.from({ length: Math.min(22, t + 1) }, (_, k) => closes[t - k]);
  const against = side > 0 ? 1 - closes[t] / Math.max(...last) : closes[t] / Math.min(...last) - 1;
  return 1 - 0.5 * Math.min(1, 2.25 * against);
}
