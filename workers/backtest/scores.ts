import { pressureBlock, weightedScoreBlock } from "../../assembly/build/backtest-layouts.js";
import { rollingScoreBlock } from "../../assembly/build/factors-layouts.js";
import type { Count } from "../contract";
import type { FactorKernels } from "../factors";
import { inChunks, type JobContext } from "../runtime/job";
import { Sliding } from "../runtime/wasm/sliding";
import type { Market } from "./bars";
import { blockColumn } from "./block-columns";
import type { BacktestKernels } from "./layout";
import * as messages from "./messages";
import type { BacktestSettings, FullStrategy } from "./schema";

/** The behavioral adjustment: window of the reference price in bars, loss aversion, and the fraction of a position removed at full pressure. */
export const ADJUSTMENT = { window: 22, lossAversion: 2.25, strength: 0.5 } as const;

/** A strategy's decisions; addresses, 0 if there is none. */
export interface Decisions {
  /** Long above the threshold, short below minus the threshold; 0 means always long. */
  score: number;
  longWeight: number;
  shortWeight: number;
  /** Standard deviations for Smart Beta's weights; 0 for other strategies. */
  deviation: number;
  notes: string[];
}

/** The part used by the engine. */
export type Signals = Pick<Decisions, "score" | "longWeight" | "shortWeight">;

/** Values per call; a multiple of the 512 steps at which rolling sums are recomputed. */
const CHUNK = 16_384;
/** Minimum number of returns for a standard deviation, for short lookbacks. */
export const MIN_RETURNS = 20;

/** Columns that do not depend on the lookback: computed once for all settings of a sweep. */
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

/** The same in pieces, for a single strategy. Allocates arena memory for one piece. @param back number of rows before a piece that are read */
function passingBasics(context: JobContext, factors: FactorKernels, { close }: Market, back: Count) {
  const { arena } = context;
  const [logs, steps] = [new Sliding(arena, CHUNK, back), new Sliding(arena, CHUNK, back)];
  return (from: number, to: number): Basics => {
    const basics = { logs: logs.at(from), steps: steps.at(from) };
    factors.logarithms(close, from, to, basics.logs);
    factors.lagDifference(basics.logs, from, to, 1, basics.steps);
    return basics;
  };
}

/** Rolling z-scores or standard deviations of a piece of a column. */
function rolling({ arena }: JobContext, factors: FactorKernels, window: Count, least: Count, score: 0 | 1) {
  const block = arena.takeBytes(rollingScoreBlock.bytes);
  return (values: number, from: number, to: number, out: number): void => {
    arena.rewrite(block, rollingScoreBlock, { values, window, least, score, out });
    factors.rollingScore(block, from, to);
  };
}

/** Momentum of a piece. */
function momentumOf(
  context: JobContext,
  factors: FactorKernels,
  basics: (from: number, to: number) => Basics,
  lookback: Count,
  window: Count,
) {
  const [spread, spreadOf] = [new Sliding(context.arena, CHUNK), rolling(context, factors, window, window, 0)];
  return (from: number, to: number, out: number): void => {
    const { logs, steps } = basics(from, to);
    const deviations = spread.at(from);
    spreadOf(steps, from, to, deviations);
    factors.lagDifference(logs, from, to, lookback, out);
    factors.quotient(out, deviations, from, to, 1 / Math.sqrt(lookback), out);
  };
}

/** Columns with their weights; 0 for an omitted column. */
type Weighted = [first: number, weight: number, second: number, weight: number, third: number, weight: number];

/** Weighted sum of a piece of up to three columns. */
function weighted({ arena }: JobContext, kernels: BacktestKernels, out: number) {
  const block = arena.takeBytes(weightedScoreBlock.bytes);
  return (from: number, to: number, ...[first, firstWeight, second, secondWeight, third, thirdWeight]: Weighted): void => {
    arena.rewrite(block, weightedScoreBlock, { first, firstWeight, second, secondWeight, third, thirdWeight, out });
    kernels.weightedScore(block, from, to);
  };
}

/** Rescales the other weights to the full total if there is no news. */
function scaleOf({ momentum, meanReversion, sentiment }: FullStrategy["behavioralFactors"], heard: boolean): number {
  const known = momentum + meanReversion + (heard ? sentiment : 0);
  return known > 0 ? (momentum + meanReversion + sentiment) / known : 0;
}

/**
 * Scores and weights of the four strategy families, and of rules, whose score is their target weight. Allocates in the arena: call it within a
 * scope. Momentum is the return over the lookback in units of its standard error; Mean Reversion the negative z-score of the price; Behavioral
 * Alpha the weighted sum of both and of the sentiment's z-score; Smart Beta is always long, with the weight that gives the target volatility.
 * Standard deviations of returns use the lookback, but at least 20 returns.
 * @formula momentum = ln(c[t] / c[t - L]) / (sd(r) sqrt(L)); mean reversion = -(c[t] - mean(c)) / sd(c) over L; behavioral = sum of weight x
 * score; smart-beta weight = min(1, target / (sd(r) sqrt(N)))
 * @source FEATURES definitions; Moskowitz, Ooi and Pedersen 2012 (momentum), Moreira and Muir 2017 (volatility targeting)
 * @tolerance plain twin, 1e-9
 * @param shared columns shared by several strategies on the same prices; null for a single one
 */
export function decisionsOf(
  context: JobContext,
  kernels: BacktestKernels,
  factors: FactorKernels,
  market: Market,
  shared: Basics | null,
  { type, parameters, behavioralFactors, rules }: FullStrategy,
  settings: BacktestSettings,
): Decisions {
  const { arena } = context;
  const { n, close, sentiment } = market;
  const { lookback, targetVolatility } = parameters;
  const notes: string[] = [];
  const each = (step: (from: number, to: number) => void) => inChunks(context, n, CHUNK, step);
  const window = Math.max(lookback, MIN_RETURNS);
  const basicsAt = () => (shared ? () => shared : passingBasics(context, factors, market, Math.max(lookback, window)));
  const momentum = () => momentumOf(context, factors, basicsAt(), lookback, window);
  // Results are allocated first: everything else is released afterwards, which leaves more memory for trading a long series.
  const take = (wanted: boolean) => (wanted ? arena.take(n) : 0);
  const [always, ruled] = [type === "smart-beta", type === "rules" && rules !== undefined];
  const score = take(!always && (type !== "rules" || ruled));
  const [weight, shortWeight, deviation] = [take(always || ruled), take(ruled), take(always)];
  arena.scope(() => {
    switch (type) {
      case "momentum": {
        const scoreOf = momentum();
        each((from, to) => scoreOf(from, to, score));
        break;
      }
      case "mean-reversion": {
        const [distance, weigh] = [rolling(context, factors, lookback, lookback, 1), weighted(context, kernels, score)];
        each((from, to) => {
          distance(close, from, to, score);
          weigh(from, to, score, -1, 0, 0, 0, 0);
        });
        break;
      }
      case "behavioral": {
        const { momentum: ownMomentum, meanReversion, sentiment: ownSentiment } = behavioralFactors;
        const heard = sentiment !== 0;
        const scale = scaleOf(behavioralFactors, heard);
        if (!heard && ownSentiment > 0) notes.push(messages.noSentiment);
        const trend = ownMomentum > 0 ? momentum() : null;
        const distances = meanReversion > 0 ? new Sliding(arena, CHUNK) : null;
        const news = heard && ownSentiment > 0 ? new Sliding(arena, CHUNK) : null;
        const distanceOf = rolling(context, factors, lookback, lookback, 1);
        const [newsOf, weigh] = [rolling(context, factors, window, 2, 1), weighted(context, kernels, score)];
        each((from, to) => {
          const [distance, said] = [distances?.at(from) ?? 0, news?.at(from) ?? 0];
          trend?.(from, to, score);
          if (distances) distanceOf(close, from, to, distance);
          if (news) newsOf(sentiment, from, to, said);
          weigh(from, to, trend ? score : 0, scale * ownMomentum, distance, -scale * meanReversion, said, scale * ownSentiment);
        });
        break;
      }
      case "smart-beta": {
        const [basics, deviationOf] = [basicsAt(), rolling(context, factors, window, window, 0)];
        const target = targetVolatility / Math.sqrt(settings.periodsPerYear);
        each((from, to) => {
          deviationOf(basics(from, to).steps, from, to, deviation);
          kernels.volatilityWeights(deviation, from, to, target, weight);
        });
        break;
      }
      case "rules": {
        if (!rules) break;
        const basics = shared ?? basicsOf(context, factors, market);
        blockColumn(context, { kernels, factors, market, ...basics, periodsPerYear: settings.periodsPerYear }, rules, score);
        each((from, to) => kernels.splitWeights(score, from, to, weight, shortWeight));
        break;
      }
    }
  });
  return { score, longWeight: weight, shortWeight, deviation, notes };
}

/** The same decisions with the behavioral adjustment. Allocates in the arena. */
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
