/** Slow rebalancing of a portfolio, in weights instead of units. */
interface PlainRebalancing {
  prices: number[][];
  targets: number[];
  /** Rows at which the calendar triggers a trade. */
  due: (row: number) => boolean;
  asks: (due: boolean, far: boolean) => boolean;
  threshold: number;
  most: number;
  rate: number;
  capital: number;
}

export function plainRebalance({ prices, targets, due, asks, threshold, most, rate, capital }: PlainRebalancing) {
  let weights = targets;
  let [net, gross] = [capital, capital];
  const out = { net: [net], gross: [gross], turnovers: [] as number[], rows: [] as number[] };
  for (let t = 1; t < prices[0].length; t++) {
    const grown = weights.map((weight, i) => (weight * prices[i][t]) / prices[i][t - 1]);
    const growth = grown.reduce((a, b) => a + b);
    [net, gross] = [net * growth, gross * growth];
    weights = grown.map((value) => value / growth);
    const apart = weights.map((weight, i) => targets[i] - weight);
    const turnover = apart.reduce((sum, value) => sum + Math.abs(value), 0) / 2;
    if (asks(due(t), Math.max(...apart.map(Math.abs)) > threshold) && turnover > 1e-12) {
      const share = Math.min(1, most / turnover);
      weights = weights.map((weight, i) => weight + share * apart[i]);
      net *= 1 - 2 * share * turnover * rate;
      out.turnovers.push(share * turnover);
      out.rows.push(t);
    }
    out.net.push(net);
    out.gross.push(gross);
  }
  return out;
}
