import { type Count, type Fraction, fail, type Outcome, succeed } from "../contract";
import { ANNUALISATION } from "../lib/constants";
import type { JobContext } from "../lib/job";
import { messages } from "../lib/messages";
import { type Contributions, contributionsOf } from "../lib/risk/contributions";
import { portfolioReturns, type ValueKind } from "../lib/risk/portfolio-returns";
import { RISK_FREE } from "../lib/risk/ratios";

export interface ContributionsInput {
  /** Prices or returns of each asset on the same dates. */
  assets: { name: string; values: Float64Array }[];
  /** One per asset, restored every period; equal ones where left out. */
  weights?: number[];
  kind?: ValueKind | "auto";
  confidence?: Fraction;
  perYear?: Count;
}

/** What each asset adds to a portfolio's volatility, value at risk, expected shortfall and return. */
export async function measureContributions(input: ContributionsInput, context: JobContext): Promise<Outcome<Contributions>> {
  const { assets, kind = "auto", confidence = 0.95, perYear = ANNUALISATION } = input;
  const weights = input.weights ?? assets.map(() => 1 / assets.length);
  if (assets.length === 0) return fail("bad-input", messages.enterPortfolioData);
  const uneven = assets.some(({ values }) => values.length !== assets[0].values.length);
  if (uneven || weights.length !== assets.length || !weights.every(Number.isFinite)) return fail("bad-input", messages.assetsUnequal);
  if (!(confidence >= 0.5 && confidence < 1)) return fail("bad-input", messages.riskConfidence);
  if (!(perYear > 0)) return fail("bad-input", messages.annualisation);
  const risk = await context.load("risk");
  return context.arena.scope(() => {
    const columns: number[] = [];
    let n = 0;
    for (const { name, values } of assets) {
      const read = portfolioReturns(context, risk, values, kind);
      if (!read.ok) {
        const { code, message, ...where } = read.failure;
        return fail(code, messages.assetFailed(name, message), { ...where, column: name });
      }
      if (columns.length > 0 && read.value.n !== n) return fail("bad-input", messages.assetsUnequal, { column: name });
      columns.push(read.value.returns);
      n = read.value.n;
    }
    if (n < 2) return fail("bad-input", messages.portfolioInvalid);
    const names = assets.map(({ name }) => name);
    const found = contributionsOf(context, risk, { names, columns, weights, n }, { perYear, confidence, riskFree: RISK_FREE });
    return found ? succeed(found) : fail("bad-input", messages.riskFailed(messages.noVariation));
  });
}
