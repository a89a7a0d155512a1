import type { Count, Fraction } from "../contract";
import { quantilesInPlace } from "../numerics/quantiles";
import type { Convention, RiskKernels } from "../performance";
import { inChunks, type JobContext } from "../runtime/job";

/** One asset's contribution to the risk of a portfolio. Components sum to the total, percentages to 1. */
export interface Contribution {
  name: string;
  weight: number;
  /** Annualized: derivative of the portfolio's volatility by the weight, contribution to the volatility, and its share of the total. */
  marginalVolatility: number;
  componentVolatility: number;
  percentVolatility: number;
  /** The same for the parametric one-period value at risk. */
  marginalVar: number;
  componentVar: number;
  percentVar: number;
  /** Mean loss of the asset's position on the portfolio's worst days, and its share of the historical expected shortfall. */
  componentShortfall: number;
  percentShortfall: number;
  /** Contribution to the mean annual return. */
  returnContribution: number;
}

export interface Contributions {
  observations: Count;
  volatility: number;
  valueAtRisk: number;
  shortfall: number;
  annualReturn: number;
  assets: Contribution[];
}

const CHUNK = 1 << 17;

/**
 * Risk contributions of the assets of a portfolio rebalanced every period; null where the portfolio return does not vary.
 *
 * @term Risk contribution
 * @formula marginal = cov(r_i, r_p) / s_p, component = w_i x marginal; VaR: -(m_i + z marginal); shortfall: -mean of w_i r_i where r_p <= its quantile
 * @source Litterman 1996; Tasche 1999
 * @tolerance components sum to the total within 1e-12; 1e-10 against w (Sigma w) / s of numpy
 * @param columns addresses of n simple returns each
 */
export function contributionsOf(
  context: JobContext,
  risk: RiskKernels,
  { names, columns, weights, n }: { names: string[]; columns: number[]; weights: number[]; n: Count },
  { perYear, confidence }: Convention & { confidence: Fraction },
): Contributions | null {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const whole = arena.put(new Float64Array(n));
    for (const [i, column] of columns.entries()) {
      inChunks(context, n, CHUNK, (from, to) => risk.addWeighted(column, weights[i], from, to, whole));
    }
    const sum = (x: number, y: number, meanX: number, meanY: number) => {
      let total = 0;
      inChunks(context, n, CHUNK, (from, to) => {
        total += risk.crossSum(x, y, meanX, meanY, from, to);
      });
      return total;
    };
    const ones = arena.put(new Float64Array(n).fill(1));
    const meanOf = (column: number) => sum(column, ones, 0, 0) / n;
    const mean = meanOf(whole);
    const variance = sum(whole, whole, mean, mean) / (n - 1);
    if (!(variance > 1e-28 * mean * mean)) return null;
    const deviation = Math.sqrt(variance);
    const z = kernels.normalQuantile(1 - confidence);
    const copy = arena.put(arena.view(whole, n).slice());
    const [limit] = quantilesInPlace(context, copy, n, [1 - confidence]);
    const low = (column: number) => {
      let total = 0;
      inChunks(context, n, CHUNK, (from, to) => {
        total += risk.sumWhereLow(column, whole, limit, from, to);
      });
      return total;
    };
    const worst = low(ones);
    const shortfall = -low(whole) / worst;
    const valueAtRisk = -(mean + deviation * z);
    const root = Math.sqrt(perYear);
    const assets = columns.map((column, i): Contribution => {
      const weight = weights[i];
      const own = meanOf(column);
      const marginal = sum(column, whole, own, mean) / (n - 1) / deviation;
      const marginalVar = -(own + z * marginal);
      const lost = (-weight * low(column)) / worst;
      return {
        name: names[i],
        weight,
        marginalVolatility: marginal * root,
        componentVolatility: weight * marginal * root,
        percentVolatility: (weight * marginal) / deviation,
        marginalVar,
        componentVar: weight * marginalVar,
        percentVar: (weight * marginalVar) / valueAtRisk,
        componentShortfall: lost,
        percentShortfall: lost / shortfall,
        returnContribution: weight * own * perYear,
      };
    });
    return { observations: n, volatility: deviation * root, valueAtRisk, shortfall, annualReturn: mean * perYear, assets };
  });
}
