import { type Count, DAY, type Fraction, type Millis } from "../contract";
import { lowerBound } from "../numerics/lower-bound";
import { wilsonInterval } from "../numerics/wilson";
import { type Horizon, REFLECTION_DEPTH } from "./schema";
import type { ContextRegime, Direction, Timeframe } from "./types";

/** A past decision. */
export interface PastDecision {
  /** When it was known: date of the news, or of the analysis. */
  time: Millis;
  direction: Direction;
  confidence: Fraction;
  sentiment: Fraction;
  regime: ContextRegime;
  timeframe: Timeframe;
  topics: string[];
  text: string;
}

/** Outcome of a decision. */
export interface Realized {
  /** Rows of entry and exit in the linked prices; null if outside of these. */
  entry: Count | null;
  exit: Count | null;
  /** Log return from entry to exit; null until both are known. */
  move: number | null;
  /** Move in the signal's direction; null for NEUTRAL and while the move is unknown. */
  gain: number | null;
  hit: boolean | null;
}

/** How often a group of decisions was right. */
export interface HitRate {
  label: string;
  scored: Count;
  hits: Count;
  share: Fraction | null;
  /** 95% Wilson interval. */
  interval: [Fraction, Fraction] | null;
  meanConfidence: Fraction | null;
}

export interface Reflection {
  /** Decisions evaluated, latest first; `realized` in the same order. */
  considered: Count;
  realized: Realized[];
  accuracy: HitRate;
  /** Mean log return in the signal's direction. */
  meanGain: number | null;
  /** Mean of (confidence - hit)^2 over the scored signals. */
  brier: number | null;
  /** Mean distance of confidence and hit rate over the buckets, by their number of signals. */
  calibrationError: number | null;
  byRegime: HitRate[];
  byTopic: HitRate[];
  byConfidence: HitRate[];
  /** Indices into `realized` of the worst losses, at most three. */
  worst: Count[];
  /** The confidence threshold with the highest hit rate; null with fewer than 20 scored. */
  suggestedThreshold: { threshold: Fraction; share: Fraction; kept: Count } | null;
  /** Mean score of the newer half minus that of the older one; null with fewer than four. */
  drift: number | null;
  directions: Record<Direction, Count>;
  topics: { topic: string; count: Count }[];
  meanConfidence: Fraction | null;
}

const MONTHS: Partial<Record<Horizon, number>> = { "1M": 1, "3M": 3 };
const BUCKETS = 5;
const MIN_FOR_THRESHOLD = 20;
const MIN_KEPT = 10;

/** The end of a horizon: 1D and 1W in hours, months by the calendar (the last day if a month is too short). */
export function endOf(from: Millis, horizon: Horizon): Millis {
  const months = MONTHS[horizon];
  if (months === undefined) return from + (horizon === "1W" ? 7 : 1) * DAY;
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/**
 * Outcome of a signal: entry at the first price at or after the decision, exit at the first at or after the end of the horizon.
 * @formula move = ln(price at exit / price at entry); hit if the move has the sign of the signal; NEUTRAL is not scored
 * @source own definition
 * @tolerance exact
 * @param logarithm natural logarithm of the kernels
 */
export function realize(
  { time, direction }: PastDecision,
  horizon: Horizon,
  prices: Float64Array,
  times: Float64Array,
  logarithm: (value: number) => number,
): Realized {
  const none: Realized = { entry: null, exit: null, move: null, gain: null, hit: null };
  // There is no entry price for a decision before the first price.
  if (times.length === 0 || time < times[0]) return none;
  const entry = lowerBound(times, time);
  if (entry === times.length) return none;
  const exit = lowerBound(times, endOf(times[entry], horizon));
  const isPrice = (value: number) => value > 0 && Number.isFinite(value);
  if (exit === times.length || !isPrice(prices[entry]) || !isPrice(prices[exit])) return { ...none, entry };
  const ratio = prices[exit] / prices[entry];
  // The ratio of prices this far apart overflows or underflows, but the difference of their logarithms does not.
  const move = ratio > 0 && Number.isFinite(ratio) ? logarithm(ratio) : logarithm(prices[exit]) - logarithm(prices[entry]);
  const sign = direction === "LONG" ? 1 : direction === "SHORT" ? -1 : 0;
  return { entry, exit, move, gain: sign === 0 ? null : sign * move, hit: sign === 0 ? null : sign * move > 0 };
}

type Pair = readonly [PastDecision, Realized];

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

function hitRate(label: string, pairs: readonly Pair[]): HitRate {
  const scored = pairs.filter(([, { hit }]) => hit !== null);
  const hits = scored.filter(([, { hit }]) => hit).length;
  const share = scored.length === 0 ? null : hits / scored.length;
  return {
    label,
    scored: scored.length,
    hits,
    share,
    interval: share === null ? null : wilsonInterval(share, scored.length),
    meanConfidence: mean(scored.map(([{ confidence }]) => confidence)),
  };
}

const bucketOf = (confidence: Fraction): number => Math.min(BUCKETS - 1, Math.floor(confidence * BUCKETS));

function suggest(scored: readonly Pair[]): Reflection["suggestedThreshold"] {
  if (scored.length < MIN_FOR_THRESHOLD) return null;
  const candidates = [...new Set(scored.map(([{ confidence }]) => confidence))].sort((a, b) => a - b);
  let best: Reflection["suggestedThreshold"] = null;
  for (const threshold of candidates) {
    const kept = scored.filter(([{ confidence }]) => confidence >= threshold);
    if (kept.length < MIN_KEPT) break;
    const share = kept.filter(([, { hit }]) => hit).length / kept.length;
    if (best === null || share > best.share) best = { threshold, share, kept: kept.length };
  }
  return best;
}

/**
 * Evaluates past decisions: hit rate, calibration of the confidence, and where they failed.
 * @term Brier score and calibration
 * @formula Brier score = mean of (confidence - hit)^2; calibration error = sum of n_b / n |hit rate_b - mean confidence_b| over five buckets of confidence
 * @source Brier (1950); Naeini, Cooper and Hauskrecht (2015); intervals after Wilson (1927)
 * @tolerance exact
 * @param decisions newest first
 */
export function reflect(decisions: readonly PastDecision[], realized: readonly Realized[]): Reflection {
  const pairs = decisions.map((decision, index): Pair => [decision, realized[index]]);
  const scored = pairs.filter(([, { hit }]) => hit !== null);
  const groups = (labels: readonly string[], belongs: (decision: PastDecision, label: string) => boolean) =>
    labels
      .map((label) =>
        hitRate(
          label,
          pairs.filter(([decision]) => belongs(decision, label)),
        ),
      )
      .filter((rate) => rate.scored > 0);
  const byConfidence = Array.from({ length: BUCKETS }, (_, bucket) =>
    hitRate(
      `${(100 * bucket) / BUCKETS}–${(100 * (bucket + 1)) / BUCKETS}%`,
      pairs.filter(([{ confidence }]) => bucketOf(confidence) === bucket),
    ),
  );
  const names = [...new Set(decisions.flatMap(({ topics }) => topics))];
  const count = (topic: string) => decisions.filter(({ topics }) => topics.includes(topic)).length;
  const half = decisions.length >> 1;
  const drift =
    decisions.length < 4
      ? null
      : (mean(decisions.slice(0, half).map(({ sentiment }) => sentiment)) ?? 0) -
        (mean(decisions.slice(decisions.length - half).map(({ sentiment }) => sentiment)) ?? 0);
  const of = (direction: Direction) => decisions.filter((decision) => decision.direction === direction).length;
  return {
    considered: decisions.length,
    realized: [...realized],
    accuracy: hitRate("all signals", pairs),
    meanGain: mean(scored.map(([, { gain }]) => gain ?? 0)),
    brier: mean(scored.map(([{ confidence }, { hit }]) => (confidence - Number(hit)) ** 2)),
    calibrationError:
      scored.length === 0
        ? null
        : byConfidence.reduce(
            (sum, { scored: n, share, meanConfidence }) => sum + (n / scored.length) * Math.abs((share ?? 0) - (meanConfidence ?? 0)),
            0,
          ),
    byRegime: groups(["bullish", "bearish", "volatile", "neutral", "unknown"], ({ regime }, label) => regime === label),
    byTopic: groups(names, ({ topics }, label) => topics.includes(label)),
    byConfidence,
    worst: realized
      .map(({ gain }, index) => ({ gain: gain ?? 0, index }))
      .filter(({ gain }) => gain < 0)
      .sort((a, b) => a.gain - b.gain)
      .slice(0, REFLECTION_DEPTH)
      .map(({ index }) => index),
    suggestedThreshold: suggest(scored),
    drift,
    directions: { LONG: of("LONG"), SHORT: of("SHORT"), NEUTRAL: of("NEUTRAL") },
    topics: names.map((topic) => ({ topic, count: count(topic) })).sort((a, b) => b.count - a.count),
    meanConfidence: mean(decisions.map(({ confidence }) => confidence)),
  };
}
