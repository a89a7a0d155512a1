import { type Fraction, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { Alignment } from "../../series";
import { type Found, type Objective, optimize } from "../optimize";
import { openRequest, type PortfolioRequest } from "../request";
import { type PortfolioStatistics, portfolioStatistics } from "../statistics";

export interface OptimizePortfolioInput extends PortfolioRequest {
  objective: Objective;
}

export interface AssetStatistics {
  name: string;
  expectedReturn: Fraction;
  volatility: Fraction;
}

export interface OptimizedPortfolio extends Found, PortfolioStatistics {
  names: string[];
  objective: Objective["kind"];
  /** Annual, by the same estimates. */
  assets: AssetStatistics[];
  /** Market-implied annual returns, the prior for the views; null without views. */
  implied: Float64Array | null;
  /** Row-major; never NaN: 0 for an asset without variation. */
  correlation: Float64Array;
  /** Weight of the target in a shrunk covariance, null for other methods. */
  shrinkage: Fraction | null;
  /** The same statistics for equal weights, for comparison. */
  equalWeights: PortfolioStatistics;
  riskFree: Fraction;
  periodsPerYear: number;
  alignment: Alignment;
}

/** Finds the weights that optimize an objective within limits, from prices of several assets. */
export async function optimizePortfolio(input: OptimizePortfolioInput, context: JobContext): Promise<Outcome<OptimizedPortfolio>> {
  const kernels = await context.load("portfolio");
  return context.arena.scope(() => {
    const opened = openRequest(context, kernels, input);
    if (!opened.ok) return opened;
    const open = opened.value;
    context.progress(0.4, "Optimizing");
    const found = optimize(context, kernels, open, input.objective);
    if (!found.ok) return found;
    const { names, estimates, implied, riskFree, periodsPerYear, alignment } = open;
    const { means, covariance, shrinkage } = estimates;
    const n = names.length;
    const volatilities = Array.from(means, (_, i) => Math.sqrt(covariance[i * (n + 1)]));
    const correlation = covariance.map((value, at) => {
      const size = volatilities[Math.floor(at / n)] * volatilities[at % n];
      return at % (n + 1) === 0 ? 1 : size > 0 ? value / size : 0;
    });
    return succeed<OptimizedPortfolio>({
      ...found.value,
      ...portfolioStatistics(found.value.weights, estimates, riskFree),
      notes: [...open.notes, ...found.value.notes],
      names,
      objective: input.objective.kind,
      assets: names.map((name, i) => ({ name, expectedReturn: means[i], volatility: volatilities[i] })),
      implied,
      correlation,
      shrinkage,
      equalWeights: portfolioStatistics(new Float64Array(n).fill(1 / n), estimates, riskFree),
      riskFree,
      periodsPerYear,
      alignment,
    });
  });
}
