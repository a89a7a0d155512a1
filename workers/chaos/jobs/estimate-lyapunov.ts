import type * as v from "valibot";
import { because, type Cause, type Count, fail, failBecause, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { beforeGap, type CanceledAfter, cutAt, inParallelSoFar } from "../../runtime/parallel";
import { readSettings } from "../../runtime/schema";
import { toReturns } from "../../series";
import {
  priceEfficiency,
  type StructureKernels,
  takeSteps,
  type VarianceRatio,
  type VolatilityClustering,
  varianceRatios,
  volatilityClustering,
} from "../../structure";
import { parts, scaledColumn, slopeOf } from "../analyze";
import { newest } from "../choose-embedding";
import { divergenceOf } from "../divergence";
import { chooseRegion, type FitRegion, type FittedSlope, fitSlope, localSlopes } from "../fit-region";
import { type ChaosVerdict, interpretationOf, predictionHorizon, tradingSuggestions, verdictOf } from "../interpret";
import { type KantzCurve, kantzOf, radiusFor } from "../kantz";
import { type LossAsymmetry, lossAsymmetry } from "../loss-asymmetry";
import type { ChaosKernels, ScaledColumn } from "../neighbors";
import type { measureSurrogate } from "../parts/measure-surrogate";
import { type LyapunovAsk, lyapunovSchema } from "../schema";
import { type ChosenEmbedding, chooseSettings, givenRegion, roomFor } from "../settings";
import { MAX_SURROGATE_LENGTH, rankProbability, type SurrogateMethod } from "../surrogates";
import { type ZeroOne, zeroOneTest } from "../zero-one";

export interface LyapunovInput extends LyapunovAsk {
  /** Oldest first. */
  close: Float64Array;
  /** Aligned with the closes; NaN where missing. */
  high?: Float64Array | null;
  low?: Float64Array | null;
  /**
   * "prices" (default): log returns are analyzed; "returns": as given; "values": any series, unchanged (maps, flows). "auto" treats levels
   * that are all above zero as prices.
   */
  kind?: "prices" | "returns" | "values" | "auto";
  /**
   * Whether to compute the surrogates, Kantz's curve and the 0–1 test (the default), which take most of the time. Without them p is NaN,
   * and there is no interpretation or verdict; exponent, curve and metrics of the returns have the same bits.
   */
  checks?: boolean;
}

export interface LyapunovEstimate {
  /** Slope of the divergence curve per unit of time; null if neighbors never separate. */
  lyapunov_exponent: number | null;
  /** Based on surrogates, never on the sign alone. */
  interpretation: string;
  /** Null if the series is too short for a metric, or has no such moves. */
  behavioral_metrics: { loss_aversion: number | null; price_efficiency: number | null; volatility_clustering: number | null };
  /** From significant statistics only. */
  trading_suggestions: string[];
  verdict: ChaosVerdict;
  /** How the values were interpreted. */
  kind: "prices" | "returns" | "values";
  /** Time until a small difference has grown by a factor of e; null unless the divergence exceeds that of the surrogates. */
  horizon: number | null;
  /** Number of values analyzed: the latest 100,000 at most. */
  n: Count;
  embedding: ChosenEmbedding;
  points: Count;
  /** S(k), k = 0, 1, … */
  curve: Float64Array;
  /** Slopes over `embedding.span` steps. */
  slopes: Float64Array;
  region: FitRegion;
  fit: FittedSlope | null;
  kantz: KantzCurve & { fit: FittedSlope | null };
  zeroOne: ZeroOne | null;
  surrogates: {
    method: SurrogateMethod;
    seed: number;
    /** Number of values tested: the latest 4,000 at most. */
    n: Count;
    /** Slope of the data on these values. */
    slope: number | null;
    slopes: (number | null)[];
    /** Divergence of the data on these values, for comparison with the surrogates' curves. */
    curve: Float64Array;
    curves: Float64Array[];
    /** Lowest and highest surrogate curve at each step. */
    lower: Float64Array;
    upper: Float64Array;
    /** One-sided rank p-values: surrogates that diverge at least as fast, and at most as fast. */
    p: number;
    pSlower: number;
  };
  details: { varianceRatios: VarianceRatio[]; clustering: VolatilityClustering | null; asymmetry: LossAsymmetry | null };
  /** Present if the user canceled during the surrogates: p, verdict and texts are those of a test with the first `done` surrogates. */
  canceledAfter?: CanceledAfter;
}

const MAX_VALUES = 100_000;
const MIN_VALUES = 100;
const KANTZ = { most: 32, fewest: 2, references: 1000, spread: true };

/** Why columns and settings are inconsistent. */
function badLengths({ high, low, close, settings: { lag, theiler } = {} }: LyapunovInput): Cause | null {
  if ((high && high.length !== close.length) || (low && low.length !== close.length)) return because("chaos/lengths");
  if ((lag ?? 0) > close.length) return because("chaos/lag");
  return (theiler ?? 0) > close.length ? because("chaos/theiler") : null;
}

/**
 * Largest Lyapunov exponent of a price or other series: Rosenstein's method with chosen or given embedding, Kantz's as second opinion, the
 * 0-1 test, and a surrogate test that alone determines the interpretation. Also computes the behavioral metrics of the returns.
 */
export async function estimateLyapunov(input: LyapunovInput, context: JobContext): Promise<Outcome<LyapunovEstimate>> {
  const asked = readSettings(lyapunovSchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const trouble = badLengths(input);
  if (trouble) return failBecause("bad-input", trouble);
  const { kind = "prices" } = input;
  const { interval } = asked.settings;
  const chaos = await context.load("chaos");
  const structure = await context.load("structure");
  const read = toReturns(context, input.close, kind === "values" ? "returns" : kind);
  if (!read.ok) return read;
  const taken = kind === "values" ? kind : read.value.kind;
  const all = read.value.returns;
  if (all.length < MIN_VALUES) return fail("bad-input", "chaos/tooFew", { least: MIN_VALUES, given: all.length });
  const measured = context.arena.scope(() => measure(context, chaos, structure, { ...input, ...asked.settings, kind: taken }, all));
  if (!measured.ok) return measured;

  const { fit, region, embedding, tested, testedSlope, testedCurve, ...rest } = measured.value;
  const { method, seed } = asked.settings.surrogates;
  const count = input.checks === false ? 0 : asked.settings.surrogates.count;
  const task = { values: tested, method, seed, embedding, steps: embedding.steps, region };
  const measuring = await inParallelSoFar<typeof measureSurrogate>(
    context,
    "measure-surrogate",
    Array.from({ length: count }, (_, i) => ({ ...task, number: i + 1 })),
    "Testing against surrogates",
  );
  if (!measuring.ok) return measuring;
  const drawn = beforeGap(measuring.value);
  const tests = drawn.length;
  // Later surrogates alone do not correspond to a run with any count.
  if (tests === 0 && count > 0) return fail("canceled", "runtime/canceled");
  const slopes = drawn.map(({ slope }) => slope);
  const rankOf = (slope: number | null, others: typeof slopes) =>
    tests === 0 ? Number.NaN : rankProbability(slope ?? Number.NEGATIVE_INFINITY, others);
  const p = rankOf(testedSlope, slopes);
  const pSlower = rankOf(
    testedSlope && -testedSlope,
    slopes.map((slope) => slope && -slope),
  );
  const finding = { verdict: verdictOf(fit, p, pSlower), fit, region, p, surrogates: tests, method };
  const horizon = predictionHorizon(finding);
  const { details } = rest;
  return succeed({
    lyapunov_exponent: fit === null ? null : fit.slope / interval,
    interpretation: tests === 0 ? "" : interpretationOf(finding),
    behavioral_metrics: {
      loss_aversion: details.asymmetry?.ratio ?? null,
      price_efficiency: priceEfficiency(details.varianceRatios),
      volatility_clustering: details.clustering?.value ?? null,
    },
    trading_suggestions: tradingSuggestions({ horizon, ...details }),
    verdict: finding.verdict,
    kind: taken,
    horizon: horizon === null ? null : horizon * interval,
    embedding,
    region,
    fit,
    surrogates: {
      method,
      seed,
      n: tested.length,
      slope: testedSlope,
      slopes,
      curve: testedCurve,
      curves: drawn.map(({ curve }) => curve),
      ...envelopeOf(
        drawn.map(({ curve }) => curve),
        testedCurve.length,
      ),
      p,
      pSlower,
    },
    ...cutAt(tests, count),
    ...rest,
  });
}

/** Lowest and highest of some curves at each step; NaN if none has a value. */
function envelopeOf(curves: readonly Float64Array[], length: Count): { lower: Float64Array; upper: Float64Array } {
  const lower = new Float64Array(length).fill(Number.NaN);
  const upper = lower.slice();
  for (const curve of curves) {
    for (const [k, s] of curve.entries()) {
      if (!Number.isFinite(s)) continue;
      if (!(lower[k] <= s)) lower[k] = s;
      if (!(upper[k] >= s)) upper[k] = s;
    }
  }
  return { lower, upper };
}

/** A new object per result: its columns are transferred out of the worker. */
const unchecked = () => ({ kantz: { curve: new Float64Array(0), radius: Number.NaN, references: 0 }, zeroOne: null });

/** Cross-checks of the exponent. */
function crossChecks(context: JobContext, chaos: ChaosKernels, column: ScaledColumn, embedding: ChosenEmbedding, seed: number) {
  context.progress(0.2, "Cross-checking");
  const radius = radiusFor(context, chaos, column, embedding, embedding.steps + 1);
  const kantz = kantzOf(context, chaos, column, embedding, embedding.steps + 1, { ...KANTZ, radius });
  return { kantz, zeroOne: zeroOneTest(context, chaos, column, embedding.lag, seed) };
}

type Measured = LyapunovInput & v.InferOutput<typeof lyapunovSchema>;

/** Everything except the surrogates; call inside an arena scope. */
function measure(context: JobContext, chaos: ChaosKernels, structure: StructureKernels, input: Measured, all: Float64Array) {
  const { arena } = context;
  const { settings, surrogates } = input;
  const whole = arena.put(all);
  const n = Math.min(all.length, MAX_VALUES);
  const address = whole + 8 * (all.length - n);
  const column = scaledColumn(context, address, n);
  if (column === null) return fail("bad-input", "series/noVariation");
  context.progress(0, "Embedding the series");
  const embedding = chooseSettings(context, chaos, column, settings);
  const short = newest(column, MAX_SURROGATE_LENGTH);
  const given = givenRegion(settings);
  if (given && given.to > embedding.steps) return fail("bad-input", "chaos/region");
  if (!roomFor(short.n, embedding, embedding.steps).enough) {
    const { dimension, lag, theiler, steps } = embedding;
    return fail("bad-input", "chaos/noRoom", { given: short.n, dimension, lag, theiler, steps });
  }
  context.progress(0.1, "Tracking neighbors");
  const { curve, points } = divergenceOf(context, chaos, column, embedding, embedding.steps + 1);
  const region = given ?? chooseRegion(curve, embedding.span, embedding.otherwise);
  const fit = parts(context, curve, column.deviation) ? fitSlope(curve, region.from, region.to) : null;

  const checks = input.checks === false ? unchecked() : crossChecks(context, chaos, column, embedding, surrogates.seed);

  context.progress(0.3, "Computing behavioral metrics");
  const bars = input.kind === "prices" || input.kind === undefined;
  const side = (values: Float64Array | null | undefined) => (bars && input.high && input.low && values ? arena.put(values) : 0);
  const details = {
    varianceRatios: varianceRatios(context, structure, takeSteps(context, structure, whole, all.length)),
    clustering: volatilityClustering(context, whole, all.length),
    asymmetry: lossAsymmetry(context, chaos, whole, all.length, side(input.high), side(input.low)),
  };
  const testedColumn = scaledColumn(context, short.address, short.n);
  const same = short.n === n;
  const again =
    same || testedColumn === null ? { curve, fit } : slopeOf(context, chaos, testedColumn, { embedding, steps: embedding.steps, region });
  const tested = context.column(short.n);
  tested.set(arena.view(short.address, short.n));
  return succeed({
    n,
    embedding,
    points,
    curve,
    slopes: localSlopes(curve, embedding.span),
    region,
    fit,
    kantz: { ...checks.kantz, fit: fitSlope(checks.kantz.curve, region.from, region.to) },
    zeroOne: checks.zeroOne,
    details,
    tested,
    testedSlope: again.fit?.slope ?? null,
    testedCurve: again.curve,
  });
}
