import { because, type Count, fail, type Outcome, succeed } from "../../contract";
import { troubleWithNumbers } from "../../numerics/finite";
import { regress } from "../../numerics/least-squares";
import { inChunks, type JobContext } from "../../runtime/job";
import { HAR_LAGS } from "../lag-weights";

const CHUNK = 16_384;
const WIDTH = 5;
/** Data points the regression asks for. */
const FEWEST: Count = 100;

export interface FitHarInput {
  /** Realized variance of each day: a sum of squared intraday returns, or squared daily returns. */
  variances: Float64Array;
}

export interface HarRegression {
  /** Constant, then the weights of the last day, week (5) and month (22). */
  estimates: { key: "constant" | "day" | "week" | "month"; value: number; error: number; t: number; p: number }[];
  rSquared: number;
  /** Days the regression is over. */
  n: Count;
  /** Sum of the three weights. */
  persistence: number;
  /** Expected variance of the day after the last one; not below 0. */
  next: number;
}

/**
 * Heterogeneous autoregression of realized variance, by ordinary least squares.
 * @formula RV[t+1] = c + b1 RV[t] + b5 mean(RV, 5 days) + b22 mean(RV, 22 days)
 * @source Corsi 2009
 * @tolerance normal equations within 1e-9, weights of a noiseless series within 1e-8
 */
export async function fitHar({ variances }: FitHarInput, context: JobContext): Promise<Outcome<HarRegression>> {
  const n = variances.length;
  if (n === 0) return fail("bad-input", "ingest/enterMarketData");
  if (n < FEWEST) return fail("bad-input", "volatility/failed", { cause: because("volatility/tooFew", { given: n }) });
  const { arena, kernels } = context;
  const { harMoments } = await context.load("volatility");
  return arena.scope(() => {
    const x = arena.put(variances);
    const odd = troubleWithNumbers(context, x, n);
    if (odd) return odd;
    const matrix = arena.put(new Float64Array(WIDTH * WIDTH));
    inChunks(context, n - 1, CHUNK, (from, to) => harMoments(x, from, to, matrix));
    const regression = regress(arena.view(matrix, WIDTH * WIDTH), WIDTH);
    if (!regression) return fail("bad-input", "volatility/failed", { cause: because("series/noVariation") });
    const { coefficients, t, rSquared } = regression;
    const averages = HAR_LAGS.map((span) => variances.subarray(n - span).reduce((sum, value) => sum + value, 0) / span);
    const keys = ["constant", "day", "week", "month"] as const;
    return succeed({
      estimates: keys.map((key, i) => ({
        key,
        value: coefficients[i],
        error: Math.abs(t[i]) > 0 && Number.isFinite(t[i]) ? coefficients[i] / t[i] : 0,
        t: Number.isFinite(t[i]) ? t[i] : 0,
        p: Number.isFinite(t[i]) ? kernels.normalTwoSided(t[i]) : 0,
      })),
      rSquared,
      n: regression.n,
      persistence: coefficients[1] + coefficients[2] + coefficients[3],
      next: Math.max(
        0,
        averages.reduce((sum, average, i) => sum + coefficients[i + 1] * average, coefficients[0]),
      ),
    });
  });
}
