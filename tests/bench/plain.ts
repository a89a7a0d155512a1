/** The methods in plain JavaScript, one loop each, as a page without kernels would run them. */
export function plainEma(x: Float64Array, y: Float64Array, period: number): void {
  const weight = 2 / (period + 1);
  let sum = 0;
  for (let t = 0; t < period; t++) {
    sum += x[t];
    y[t] = Number.NaN;
  }
  let value = sum / period;
  y[period - 1] = value;
  for (let t = period; t < x.length; t++) y[t] = value += (x[t] - value) * weight;
}

export function plainSma(x: Float64Array, y: Float64Array, period: number): void {
  let sum = 0;
  for (let t = 0; t < x.length; t++) {
    sum += x[t];
    if (t >= period) sum -= x[t - period];
    y[t] = t < period - 1 ? Number.NaN : sum / period;
  }
}

export function plainRsi(x: Float64Array, y: Float64Array, period: number): void {
  let gain = 0;
  let loss = 0;
  y[0] = Number.NaN;
  for (let t = 1; t < x.length; t++) {
    const change = x[t] - x[t - 1];
    const keep = t <= period ? 1 : 1 - 1 / period;
    gain = gain * keep + (change > 0 ? change : 0) / period;
    loss = loss * keep + (change < 0 ? -change : 0) / period;
    y[t] = t < period ? Number.NaN : (100 * gain) / (gain + loss);
  }
}

export function plainLogReturns(x: Float64Array, y: Float64Array): void {
  y[0] = Number.NaN;
  for (let t = 1; t < x.length; t++) y[t] = Math.log(x[t] / x[t - 1]);
}

/** Log returns in `returns`, their annualized rolling volatility in `y`. */
export function plainVolatility(x: Float64Array, y: Float64Array, returns: Float64Array, period: number): void {
  plainLogReturns(x, returns);
  const scale = Math.sqrt(252);
  let sum = 0;
  let squares = 0;
  y[0] = Number.NaN;
  for (let t = 1; t < x.length; t++) {
    sum += returns[t];
    squares += returns[t] * returns[t];
    if (t > period) {
      sum -= returns[t - period];
      squares -= returns[t - period] * returns[t - period];
    }
    y[t] = t < period ? Number.NaN : Math.sqrt(Math.max(0, (squares - (sum * sum) / period) / (period - 1))) * scale;
  }
}

/** Normal log-likelihood of a GARCH(1,1). */
export function plainGarch(y: Float64Array, [mu, omega, alpha, beta]: number[], preSample: number): number {
  let variance = preSample;
  let shock = preSample;
  let total = 0;
  for (let t = 0; t < y.length; t++) {
    variance = omega + alpha * shock + beta * variance;
    const e = y[t] - mu;
    shock = e * e;
    total += Math.log(variance) + shock / variance;
  }
  return -0.5 * (total + y.length * Math.log(2 * Math.PI));
}

/** Minimum and maximum of every 64 values. */
export function plainMinMax(x: Float64Array, pairs: Float64Array): void {
  for (let bucket = 0, at = 0; at < x.length; bucket++) {
    let low = x[at];
    let high = low;
    for (const end = Math.min(at + 64, x.length); at < end; at++) {
      if (x[at] < low) low = x[at];
      if (x[at] > high) high = x[at];
    }
    pairs[2 * bucket] = low;
    pairs[2 * bucket + 1] = high;
  }
}
