import { type Count, type Fraction, fail, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import type { Alignment } from "../../series";
import { efficientAt, traceCorners } from "../frontier";
import { highestRatio } from "../mean-variance";
import * as messages from "../messages";
import { openRequest, type PortfolioRequest } from "../request";
import { frontierSchema } from "../schema";
import { type PortfolioStatistics, portfolioStatistics } from "../statistics";
import type { AssetStatistics } from "./optimize-portfolio";

export interface TraceFrontierInput extends PortfolioRequest {
  /** Number of portfolios to show, evenly spaced in expected return. */
  points?: Count;
}

export interface FrontierPortfolio extends PortfolioStatistics {
  weights: Float64Array;
}

export interface Frontier {
  names: string[];
  assets: AssetStatistics[];
  /** Corner portfolios, where the set of held assets or binding limits changes: every efficient portfolio is a mixture of two neighbors. */
  corners: FrontierPortfolio[];
  /** Evenly spaced portfolios, from minimum variance to the highest expected return. */
  points: FrontierPortfolio[];
  /** The portfolio with the highest Sharpe ratio; null if none earns more than the risk-free rate. */
  tangency: FrontierPortfolio | null;
  /** Largest violation of the optimality conditions at any corner. */
  residual: number;
  riskFree: Fraction;
  shrinkage: Fraction | null;
  notes: string[];
  alignment: Alignment;
}

/** The whole efficient frontier of several assets within limits. */
export async function traceFrontier(input: TraceFrontierInput, context: JobContext): Promise<Outcome<Frontier>> {
  const asked = readSettings(frontierSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { points } = asked.settings;
  const kernels = await context.load("portfolio");
  return context.arena.scope(() => {
    const opened = openRequest(context, kernels, input);
    if (!opened.ok) return opened;
    const { names, estimates, limits, riskFree, alignment, notes } = opened.value;
    const { means, covariance, shrinkage } = estimates;
    context.progress(0.4, "Tracing the frontier");
    const found = traceCorners(context, kernels, covariance, means, limits);
    if (found === "infeasible") return fail("bad-input", "portfolio/infeasible");
    if (typeof found === "string") return fail("not-converged", "portfolio/stopped");
    const describe = (weights: Float64Array): FrontierPortfolio => ({ weights, ...portfolioStatistics(weights, estimates, riskFree) });
    const corners = found.map(({ weights }) => describe(weights));
    const [low, high] = [corners[0].expectedReturn, corners[corners.length - 1].expectedReturn];
    const spaced: FrontierPortfolio[] = [];
    for (let k = 0; k < points && (k === 0 || high > low); k++) {
      const weights =
        k === points - 1 ? found[found.length - 1].weights : efficientAt(found, means, low + (k / (points - 1)) * (high - low));
      if (weights) spaced.push(describe(weights));
    }
    const best = highestRatio(
      context,
      kernels,
      covariance,
      means.map((mean) => mean - riskFree),
      limits,
    );
    return succeed<Frontier>({
      names,
      assets: names.map((name, i) => ({ name, expectedReturn: means[i], volatility: Math.sqrt(covariance[i * (names.length + 1)]) })),
      corners,
      points: spaced,
      tangency: typeof best === "string" ? null : describe(best.weights),
      residual: found.reduce((most, corner) => Math.max(most, corner.residual), 0),
      riskFree,
      shrinkage,
      notes: best === "infeasible" ? [...notes, messages.noTangency({ riskFree })] : notes,
      alignment,
    });
  });
}
