import { inPercent } from "../../analyzed-column";
import { type Fraction, fail, failBecause, type Outcome, succeed } from "../../contract";
import { describeAt } from "../../numerics/describe";
import type { JobContext } from "../../runtime/job";
import { readSettings } from "../../runtime/schema";
import type { KernelsOf } from "../../runtime/wasm/kernels";
import { type Returns, type SeriesKind, toReturns, type UnitChoice } from "../../series";
import { stepName } from "../../step-name";
import {
  type MatrixProfile,
  MIN_RETURNS,
  matrixProfile,
  newestPath,
  rollingEntropy,
  type StructureKernels,
  takePath,
} from "../../structure";
import { type AlertRule, alertRules, curiosityAlerts, largestJump } from "../alerts";
import { type PatternStrength, patternStrength, type TrendPart, trendPart, type VolatilityPart, volatilityPart } from "../components";
import { MAX_POINTS, MONTH, PATTERN_ORDER, PATTERN_WINDOW, PICKS, SHUFFLES } from "../constants";
import { type Novelty, noveltyOf } from "../novelty";
import { regimeSwitch } from "../regime-switch";
import { type AlertLimits, type CuriositySettings, curiositySchema, REACH } from "../schema";
import { type CuriosityScore, curiosityScore } from "../score";
import { marksOf, type Shape, type ShapeMarks, shapesOf } from "../shapes";

export interface AnalyzeCuriosityInput {
  values: Float64Array;
  kind: SeriesKind | "auto";
  /** What returns are in: fractions unless given, "auto" by their size. */
  unit?: UnitChoice;
  /** Milliseconds since 1970 UTC, one per value; null or left out where rows carry no date. */
  times?: Float64Array | null;
  /** Steps per year; 252 unless given. */
  annualization?: number;
  /** Of the shuffles; 1 unless given. */
  seed?: number;
  /** Alert thresholds; omitted ones take their defaults. */
  limits?: Partial<AlertLimits>;
}

/** The specification's response. `x` is a time, or the row where there are no dates; `y` the rolling permutation entropy. */
export interface CuriosityData {
  curiosity_score: Fraction;
  metrics: { volatility: number; price_trend: number };
  exploration_results: { base_score: Fraction; feature_importance: CuriosityScore["importance"] };
  patterns: { x: number; y: number }[];
  alerts: string[];
}

export interface AnalyzeCuriosityOutput {
  data: CuriosityData;
  kind: SeriesKind;
  /** What returns as given were taken to be in, where that was asked. */
  foundUnit?: UnitChoice;
  /** Rows the returns lag the input. */
  offset: 0 | 1;
  volatility: VolatilityPart;
  trend: TrendPart;
  pattern: PatternStrength;
  /** Null with fewer than 100 returns. */
  novelty: Novelty | null;
  regimeSwitch: Fraction | null;
  /** Every rule of the alerts, raised or not. */
  rules: AlertRule[];
  /** Motifs and discords with their windows, closest and oddest first. */
  shapes: Shape[];
  /** What the patterns are drawn on: null for prices, which it equals; else the cumulated returns, a value per row. */
  level: Float64Array | null;
  /** From the row on at which the profile starts. */
  marks: ShapeMarks | null;
  /** Rolling permutation entropy, aligned with the returns; NaN for the first 127. */
  complexity: Float64Array;
  /** Motifs and discords of shapes of 22 steps; `start` is the row its first window begins at. Null for a short series. */
  profile: (MatrixProfile & { start: number }) | null;
}

/** Rolling entropy at no more points than a chart shows, the newest among them. */
function patternPoints(complexity: Float64Array, offset: number, times: Float64Array | null): CuriosityData["patterns"] {
  const last = complexity.length - 1;
  const first = PATTERN_WINDOW - 1;
  const step = Math.max(1, Math.ceil((last - first + 1) / MAX_POINTS));
  const points: CuriosityData["patterns"] = [];
  for (let t = last; t >= first; t -= step) points.push({ x: times ? times[t + offset] : t + offset, y: complexity[t] });
  return points.reverse();
}

/** The returns added up, a value per row. */
function cumulated(context: JobContext, structure: StructureKernels, address: number, n: number): Float64Array {
  const path = context.arena.view(takePath(context, structure, address, n, 0), n + 1);
  const column = context.column(n);
  column.set(path.subarray(1));
  return column;
}

/** Components of the score; null if the series does not vary. */
function partsOf(
  context: JobContext,
  structure: StructureKernels,
  regimes: KernelsOf<"regimes">,
  { returns, kind, percent }: Pick<Returns, "returns" | "kind"> & { percent: boolean },
  { annualization, seed, limits }: CuriositySettings,
) {
  const { arena } = context;
  const n = returns.length;
  return arena.scope(() => {
    const column = { address: arena.put(returns), n, scale: percent ? 0.01 : 1, annualization };
    const whole = describeAt(context, column.address, 0, n);
    if (!whole.deviation) return null;
    return {
      jump: largestJump(describeAt(context, column.address, n - MONTH, n), whole),
      level: kind === "prices" ? null : cumulated(context, structure, column.address, n),
      volatility: volatilityPart(context, column, limits.volatility),
      trend: trendPart(context, structure, column),
      pattern: patternStrength(context, structure, column, seed, SHUFFLES, limits.entropy),
      complexity: rollingEntropy(context, structure, column.address, n, PATTERN_ORDER, PATTERN_WINDOW),
      regimeSwitch: regimeSwitch(context, regimes, column),
    };
  });
}

/** How curious a market is: the score of the specification, its parts, patterns and alerts. */
export async function analyzeCuriosity(input: AnalyzeCuriosityInput, context: JobContext): Promise<Outcome<AnalyzeCuriosityOutput>> {
  const { values, times = null } = input;
  const asked = readSettings(curiositySchema, input);
  if (asked.refusal !== null) return failBecause("bad-input", asked.refusal);
  const { limits } = asked.settings;
  if (times && times.length !== values.length) return fail("bad-input", "series/timesLength");
  const [structure, regimes] = [await context.load("structure"), await context.load("regimes")];
  context.progress(0, "Measuring volatility, trend and complexity");
  const read = toReturns(context, values, input.kind, input.unit);
  if (!read.ok) return read;
  const { returns, kind, offset, foundUnit = input.unit } = read.value;
  const n = returns.length;
  if (n < MIN_RETURNS) return fail("bad-input", "structure/tooFew", { given: n });
  const percent = inPercent(read.value, input.unit);
  const parts = partsOf(context, structure, regimes, { returns, kind, percent }, asked.settings);
  if (parts === null) return fail("bad-input", "series/noVariation");
  const novelty = noveltyOf(context, structure, returns);
  const path = newestPath(context, structure, read.value, REACH.newest);
  const shapes = await matrixProfile(context, structure, path, MONTH, PICKS);
  if (!shapes.ok) return shapes;
  const start = values.length - path.length;
  const profile = shapes.value && { ...shapes.value, start };
  const found = shapes.value ? shapesOf(path, shapes.value, start) : [];
  const { jump, level, volatility, trend, pattern, complexity, regimeSwitch: change } = parts;
  const { score, base, importance } = curiosityScore({
    volatility: volatility.value,
    trend: trend.value,
    complexity: pattern.entropy,
    novelty: novelty?.percentile ?? null,
  });
  // Steps between the end of the latest discord and the last row.
  const ends = profile?.discords.map(({ index }) => values.length - (start + index + MONTH)) ?? [];
  const rules = alertRules(
    {
      volatility,
      trend,
      pattern,
      novelty: novelty?.percentile ?? null,
      regimeSwitch: change,
      stepsSinceDiscord: ends.length > 0 ? Math.min(...ends) : null,
      newest: start > 0 ? path.length : null,
      jump,
      step: stepName(times),
    },
    limits,
  );
  const data: CuriosityData = {
    curiosity_score: score,
    metrics: { volatility: volatility.whole, price_trend: trend.perYear },
    exploration_results: { base_score: base, feature_importance: importance },
    patterns: patternPoints(complexity, offset, times),
    alerts: curiosityAlerts(rules),
  };
  const marks = shapes.value ? marksOf(context, level ?? values, found, shapes.value.width, start) : null;
  return succeed({
    data,
    kind,
    ...(kind === "returns" && foundUnit && { foundUnit }),
    offset,
    volatility,
    trend,
    pattern,
    novelty,
    regimeSwitch: change,
    rules,
    shapes: found,
    level,
    marks,
    complexity,
    profile,
  });
}
