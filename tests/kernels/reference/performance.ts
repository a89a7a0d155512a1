/** Performance by its definitions, one loop each. */
const sum = (values: Iterable<number>) => Array.from(values).reduce((total, value) => total + value, 0);

export function performanceTwin(returns: Float64Array, perYear: number, riskFree: number) {
  const n = returns.length;
  const target = riskFree / perYear;
  const mean = sum(returns) / n;
  const deviation = Math.sqrt(sum(returns.map((r) => (r - mean) ** 2)) / (n - 1));
  const downside = Math.sqrt(sum(returns.map((r) => Math.min(r - target, 0) ** 2)) / n);
  let [wealth, peak] = [1, 1];
  const depths = Array.from(returns, (r) => {
    wealth *= 1 + r;
    peak = Math.max(peak, wealth);
    return wealth / peak - 1;
  });
  const cagr = wealth ** (perYear / n) - 1;
  const maxDrawdown = Math.min(...depths);
  return {
    sharpe: ((mean - target) / deviation) * Math.sqrt(perYear),
    sortino: ((mean - target) / downside) * Math.sqrt(perYear),
    cagr,
    totalReturn: wealth - 1,
    maxDrawdown,
    calmar: cagr / -maxDrawdown,
    omega: sum(returns.map((r) => Math.max(r - target, 0))) / sum(returns.map((r) => Math.max(target - r, 0))),
    ulcer: Math.sqrt(sum(depths.map((d) => d * d)) / n),
  };
}

/** Drawdown episodes, deepest first: from each peak to the recovery. */
export function episodesTwin(values: ArrayLike<number>): { depth: number; peak: number; trough: number; recovery: number | null }[] {
  const found: { depth: number; peak: number; trough: number; recovery: number | null }[] = [];
  for (let peak = 0, t = 1; t < values.length; t++) {
    if (values[t] >= values[peak]) {
      peak = t;
      continue;
    }
    const episode = { depth: 0, peak, trough: t, recovery: null as number | null };
    for (; t < values.length && values[t] < values[peak]; t++) if (values[t] < values[episode.trough]) episode.trough = t;
    episode.depth = values[episode.trough] / values[peak] - 1;
    if (t < values.length) {
      episode.recovery = t;
      peak = t;
    }
    found.push(episode);
  }
  return found.sort((a, b) => a.depth - b.depth);
}

/** Sharpe ratio, alpha and beta of the `window` returns up to each row, from scratch. */
export function rollingPerformanceTwin(
  x: Float64Array,
  y: Float64Array,
  window: number,
  perYear: number,
  riskFree: number,
): Float64Array[] {
  const target = riskFree / perYear;
  const figures = (t: number) => {
    const [a, b] = [x, y].map((values) => values.slice(t - window + 1, t + 1));
    const [meanA, meanB] = [a, b].map((values) => sum(values) / window);
    const [awayA, awayB] = [a.map((value) => value - meanA), b.map((value) => value - meanB)];
    const product = (one: Float64Array, two: Float64Array) => sum(one.map((value, k) => value * two[k]));
    const deviation = Math.sqrt(product(awayA, awayA) / (window - 1));
    const equal = (values: Float64Array) => values.every((value) => value === values[0]);
    const beta = equal(b) ? Number.NaN : equal(a) ? 0 : product(awayA, awayB) / product(awayB, awayB);
    return [
      equal(a) ? Number.NaN : ((meanA - target) / deviation) * Math.sqrt(perYear),
      (meanA - target - beta * (meanB - target)) * perYear,
      beta,
    ];
  };
  const rows = Array.from(x, (_, t) => (t < window ? [Number.NaN, Number.NaN, Number.NaN] : figures(t)));
  return [0, 1, 2].map((k) => Float64Array.from(rows, (row) => row[k]));
}
