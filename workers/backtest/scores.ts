import { pressureBlock, weightedScoreBlock } from "../../assembly/build/backtest-layouts.js";
import { rollingScoreBlock } from "../../assembly/build/factors-layouts.js";
import type { FactorKernels } from "../factors";
import { inChunks, type JobContext } from "../runtime/job";
import type { Market } from "./bars";
import { blockColumn } from "./block-columns";
import type { BacktestKernels } from "./layout";
import * as messages from "./messages";
import type { BacktestSettings, FullStrategy } from "./schema";

/** The behavioral adjustment: bars of the reference, loss aversion, and how much of a position full pressure takes away. */
export const ADJUSTMENT = { window: 22, lossAversion: 2.25, strength: 0.5 } as const;

/** What a strategy makes of the prices; addresses, 0 if there is none. */
export interface Decisions {
  /** Long beyond the threshold, short below minus the threshold; 0 stands for "always long". */
  score: number;
  longWeight: number;
  shortWeight: number;
  /** Deviations of the returns Smart Beta's weights come from; 0 for the others. */
  deviation: number;
  notes: string[];
}

/** What the engine reads of them. */
export type Signals = Pick<Decisions, "score" | "longWeight" | "shortWeight">;

/** Values per call; a multiple of the 512 steps after which rolling sums are renewed. */
const CHUNK = 16_384;
/** Minimum number of returns for a deviation, for short lookbacks. */
export const MIN_RETURNS = 20;

/** What every lookback shares: made once for all settings of a sweep. */
export interface Basics {
  logs: number;
  /** Log returns. */
  steps: number;
}

export function basicsOf(context: JobContext, factors: FactorKernels, { close, n }: Market): Basics {
  const { arena } = context;
  const [logs, steps] = [arena.take(n), arena.take(n)];
  inChunks(context, n, CHUNK, (from, to) => {
    factors.logarithms(close, from, to, logs);
    factors.lagDifference(logs, from, to, 1, steps);
  });
  return { logs, steps };
}

/** Without news the other weights carry the whole score. */
function scaleOf({ momentum, meanReversion, sentiment }: FullStrategy["behavioralFactors"], heard: boolean): number {
  const known = momentum + meanReversion + (heard ? sentiment : 0);
  return known > 0 ? (momentum + meanReversion + sentiment) / known : 0;
}

/**
 * Scores and weights of the four strategy families, and of rules, whose score is their target weight. Allocates in the arena: call it
 * within a scope.
 *
 * Momentum is the return over the lookback in units of its own standard error; Mean Reversion the price's distance below its rolling mean in
 * deviations; Behavioral Alpha the weighted sum of both and of the sentiment's own score; Smart Beta is always long, at the weight that
 * brings its volatility to the target. The deviation of returns is computed over the lookback, but at least 20 returns.
 *
 * @formula momentum = ln(c[t] / c[t - L]) / (sd(r) sqrt(L)); mean reversion = -(c[t] - mean(c)) / sd(c) over L; behavioral = sum of weight x score; smart beta weight = min(1, target / (sd(r) sqrt(N)))
 * @source FEATURES definitions; Moskowitz, Ooi and Pedersen 2012 (momentum), Moreira and Muir 2017 (volatility targeting)
 * @tolerance plain twin, 1e-9
 */
export function decisionsOf(
  context: JobContext,
  kernels: BacktestKernels,
  factors: FactorKernels,
  market: Market,
  basics: () => Basics,
  { type, parameters, behavioralFactors, rules }: FullStrategy,
  settings: BacktestSettings,
): Decisions {
  const { arena } = context;
  const { n, close, sentiment } = market;
  const { lookback, targetVolatility } = parameters;
  const notes: string[] = [];
  const each = (step: (from: number, to: number) => void) => inChunks(context, n, CHUNK, step);
  const rolling = (values: number, window: number, least: number, score: 0 | 1, out = arena.take(n)) => {
    const block = arena.block(rollingScoreBlock, { values, window, least, score, out });
    each((from, to) => factors.rollingScore(block, from, to));
    return out;
  };
  const window = Math.max(lookback, MIN_RETURNS);
  const momentum = (out: number) =>
    arena.scope(() => {
      const { logs, steps } = basics();
      const spread = rolling(steps, window, window, 0);
      each((from, to) => factors.lagDifference(logs, from, to, lookback, out));
      each((from, to) => factors.quotient(out, spread, from, to, 1 / Math.sqrt(lookback), out));
      return out;
    });
  const weighted = (a: number, wa: number, b: number, wb: number, c: number, wc: number) => {
    const scores = { first: a, firstWeight: wa, second: b, secondWeight: wb, third: c, thirdWeight: wc, out: score };
    const block = arena.block(weightedScoreBlock, scores);
    each((from, to) => kernels.weightedScore(block, from, to));
  };
  // What lasts is taken first: the rest is given back, so that a long series has room for the trading in its place.
  const take = (wanted: boolean) => (wanted ? arena.take(n) : 0);
  const [always, ruled] = [type === "smart-beta", type === "rules" && rules !== undefined];
  const score = take(!always && (type !== "rules" || ruled));
  const [weight, shortWeight, deviation] = [take(always || ruled), take(ruled), take(always)];
  arena.scope(() => {
    switch (type) {
      case "momentum":
        momentum(score);
        break;
      case "mean-reversion":
        weighted(rolling(close, lookback, lookback, 1, score), -1, 0, 0, 0, 0);
        break;
      case "behavioral": {
        const { momentum: ownMomentum, meanReversion, sentiment: ownSentiment } = behavioralFactors;
        const heard = sentiment !== 0;
        const scale = scaleOf(behavioralFactors, heard);
        if (!heard && ownSentiment > 0) notes.push(messages.noSentiment);
        weighted(
          ownMomentum > 0 ? momentum(score) : 0,
          scale * ownMomentum,
          meanReversion > 0 ? rolling(close, lookback, lookback, 1) : 0,
          -scale * meanReversion,
          heard && ownSentiment > 0 ? rolling(sentiment, window, 2, 1) : 0,
          scale * ownSentiment,
        );
        break;
      }
      case "smart-beta": {
        rolling(basics().steps, window, window, 0, deviation);
        const target = targetVolatility / Math.sqrt(settings.periodsPerYear);
        each((from, to) => kernels.volatilityWeights(deviation, from, to, target, weight));
        break;
      }
      case "rules":
        if (!rules) break;
        blockColumn(context, { kernels, factors, market, ...basics(), periodsPerYear: settings.periodsPerYear }, rules, score);
        each((from, to) => kernels.splitWeights(score, from, to, weight, shortWeight));
        break;
    }
  });
  return { score, longWeight: weight, shortWeight, deviation, notes };
}

/** The same decisions with the behavioral adjustment. Takes arena room. */
export function adjusted(
  context: JobContext,
  kernels: BacktestKernels,
  { n, close }: Market,
  decisions: Decisions,
  shorts: boolean,
): Decisions {
  const { arena } = context;
  const { window, lossAversion, strength } = ADJUSTMENT;
  const weights = (side: 1 | -1, base: number) => {
    const out = arena.take(n);
    const block = arena.block(pressureBlock, { closes: close, window, lossAversion, strength, side, base, out });
    inChunks(context, n, CHUNK, (from, to) => kernels.pressureWeights(block, from, to));
    return out;
  };
  return { ...decisions, longWeight: weights(1, decisions.longWeight), shortWeight: shorts ? weights(-1, decisions.shortWeight) : 0 };
}

/** The engine's table of columns. */
export function columnsTable(context: JobContext, { close, open, high, low }: Omit<Market, "sentiment">, decisions: Signals): number {
  const { score, longWeight, shortWeight } = decisions;
  return context.arena.put(Float64Array.of(close, open, high, low, score, longWeight, shortWeight));
}
