import { shuffledEntropiesBlock } from "../../assembly/build/structure-layouts.js";
import { type Count, type Fraction, VALUE_BYTES } from "../contract";
import { describeAt } from "../numerics/describe";
import { laggedProducts } from "../numerics/lagged-products";
import { quantilesInPlace } from "../numerics/quantiles";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import { permutationEntropy, type StructureKernels, takePath } from "../structure";
import { MONTH, PATTERN_ORDER, PATTERN_WINDOW, YEAR } from "./constants";
import { DEFAULT_LIMITS } from "./schema";

/** Log returns in the arena. */
export interface CuriosityReturns {
  address: number;
  n: Count;
  /** Factor that converts them to fractions: 0.01 for percent. */
  scale: number;
  /** Steps per year. */
  annualization: number;
}

export interface VolatilityPart {
  /** Between 0 and 1: the volatility now against its usual level; 0.5 when they are the same. */
  value: Fraction;
  /** Per year: over the last 22 returns, its median over the last 252 steps, over all returns, and the level at which an alert is raised. */
  recent: number;
  median: number;
  whole: number;
  limit: number;
}

/**
 * The volatility component: last month's volatility relative to the past year.
 * @formula v / (v + m); v = volatility of the last 22 returns, m = median of v over the last 252 steps
 * @source own definition
 * @tolerance plain standard deviations and medians, 1e-12
 */
export function volatilityPart(
  context: JobContext,
  { address, n, scale, annualization }: CuriosityReturns,
  alertAt: Fraction = DEFAULT_LIMITS.volatility,
): VolatilityPart {
  const { arena, kernels } = context;
  const root = Math.sqrt(annualization) * scale;
  return arena.scope(() => {
    // The kernel reads no return before the second.
    const [aligned, out] = [arena.take(n + 1), arena.take(n + 1)];
    arena.view(aligned, n + 1).set(arena.view(address, n), 1);
    inChunks(context, n + 1, CHUNK, (from, to) => kernels.rollingVolatility(aligned, from, to, MONTH, root, out));
    const history = out + MONTH * VALUE_BYTES;
    const count = n + 1 - MONTH;
    const recent = arena.view(out, n + 1)[n];
    const year = Math.min(YEAR, count);
    const newest = arena.put(arena.view(history, count).slice(count - year));
    const [median] = quantilesInPlace(context, newest, year, [0.5]);
    const [limit] = quantilesInPlace(context, history, count, [alertAt]);
    const whole = (describeAt(context, address, 0, n).deviation ?? 0) * root;
    return { value: recent > 0 ? recent / (recent + median) : 0, recent, median, whole, limit };
  });
}

export interface TrendPart {
  /** |R| of the log price on time over the last 22 prices. */
  value: Fraction;
  /** Its direction: 1 for a price that rose along a line, -1 for one that fell. */
  correlation: number;
  /** Drift of the last 22 returns in standard errors. */
  recentT: number;
  /** Log return per year over the whole series, and its t-statistic with Newey and West's errors. */
  perYear: number;
  t: number;
}

/** Newey and West's number of lags: the largest L with L <= 4 (n / 100)^(2/9), by multiplications alone. */
export function neweyWestLags(n: Count): Count {
  let lags = 0;
  for (;;) {
    const quarter = (lags + 1) / 4;
    let power = 1;
    for (let i = 0; i < 9; i++) power *= quarter;
    if (power * 1e4 > n * n) return lags;
    lags++;
  }
}

/**
 * t-statistic of the mean return, robust to heteroskedasticity and autocorrelation; 0 where the returns do not vary.
 * @formula mean / sqrt((g[0] + 2 sum of (1 - k/(L+1)) g[k]) / n), g[k] autocovariances, L = floor(4 (n/100)^(2/9))
 * @source Newey and West (1987), Econometrica 55, 703-708
 * @tolerance plain sums, 1e-10
 */
export function driftT(context: JobContext, { address, n }: Pick<CuriosityReturns, "address" | "n">): number {
  const { arena, kernels } = context;
  const mean = describeAt(context, address, 0, n).mean ?? 0;
  const lags = neweyWestLags(n);
  return arena.scope(() => {
    const centered = arena.take(n);
    inChunks(context, n, CHUNK, (from, to) => kernels.centerColumn(address, centered, from, to, mean));
    const [square, ...products] = laggedProducts(context, centered, n, lags);
    const total = products.reduce((sum, product, i) => sum + 2 * (1 - (i + 1) / (lags + 1)) * product, square);
    return total > 0 ? (mean * n) / Math.sqrt(total) : 0;
  });
}

/**
 * The trend component: how straight the path of last month's log prices is.
 * @formula |R|, R the correlation of ln P with time over the last 22 prices
 * @source own definition
 * @tolerance plain correlation, 1e-11
 */
export function trendPart(context: JobContext, structure: StructureKernels, returns: CuriosityReturns): TrendPart {
  const { address, n, scale, annualization } = returns;
  const { arena } = context;
  return arena.scope(() => {
    const recent = describeAt(context, address, n - MONTH, n);
    const start = address + (n - MONTH + 1) * VALUE_BYTES;
    const path = takePath(context, structure, start, MONTH - 1, 0);
    const out = arena.take(2);
    structure.lineThrough(path, MONTH, out);
    const correlation = arena.view(out, 2)[1];
    const mean = describeAt(context, address, 0, n).mean ?? 0;
    return {
      value: Math.abs(correlation),
      correlation,
      recentT: recent.deviation ? ((recent.mean ?? 0) * Math.sqrt(MONTH)) / recent.deviation : 0,
      perYear: mean * scale * annualization,
      t: driftT(context, returns),
    };
  });
}

export interface PatternStrength {
  /** Permutation entropy of the last 128 returns, 0 to 1: the complexity component. */
  entropy: Fraction;
  /** Standard deviations by which it is below that of the same returns in random order. */
  z: number;
  /** Share of shuffles (with the series itself) whose entropy is as low. */
  p: Fraction;
  /** The entropy below which an alert is raised: 5% of the shuffles are below, by default. */
  limit: Fraction;
  shuffles: Count;
  /** Returns looked at. */
  returns: Count;
  /** Share of the patterns whose newest value equals another. */
  ties: Fraction;
}

/**
 * Pattern strength: how far the ordering of the latest returns is from random.
 * @formula z = (mean of H* - H) / sd of H*; H permutation entropy (D = 4) of the last 128 returns, H* that of 199 shuffles of the same
 * returns; p = (1 + #{H* <= H}) / 200
 * @source Bandt and Pompe (2002); shuffled surrogates of Theiler and others (1992), Physica D 58, 77-94
 * @tolerance H and each H* exact for the permutation drawn; same numbers for the same seed
 */
export function patternStrength(
  context: JobContext,
  structure: StructureKernels,
  { address, n }: Pick<CuriosityReturns, "address" | "n">,
  seed: number,
  shuffles: Count,
  alertAt: Fraction = DEFAULT_LIMITS.entropy,
): PatternStrength {
  const { arena, kernels } = context;
  const length = Math.min(PATTERN_WINDOW, n);
  const start = address + (n - length) * VALUE_BYTES;
  const found = permutationEntropy(context, structure, start, length, PATTERN_ORDER);
  const entropy = found?.normalized ?? 0;
  return arena.scope(() => {
    const state = arena.takeBytes(32);
    const copy = arena.put(arena.view(start, length).slice());
    const scratch = arena.takeBytes(2 * length + 8 + 4 * 24);
    const out = arena.take(shuffles);
    kernels.rngSeed(state, seed);
    const block = arena.block(shuffledEntropiesBlock, { values: copy, n: length, order: PATTERN_ORDER, delay: 1, state, scratch, out });
    inChunks(context, shuffles, 100, (from, to) => structure.shuffledEntropies(block, from, to));
    const { mean, deviation } = describeAt(context, out, 0, shuffles);
    const asLow = arena.view(out, shuffles).filter((other) => other <= entropy).length;
    const [limit] = quantilesInPlace(context, out, shuffles, [alertAt]);
    return {
      entropy,
      z: deviation ? ((mean ?? 0) - entropy) / deviation : 0,
      p: (1 + asLow) / (1 + shuffles),
      limit,
      shuffles,
      returns: length,
      ties: found ? found.ties / found.windows : 0,
    };
  });
}
