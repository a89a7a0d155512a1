import { type Count, fail, type Millis, type Outcome, succeed } from "../contract";
import { describeAt } from "../lib/describe";
import type { FactorKernels } from "../lib/factors/columns";
import { type FactorCorrelations, factorCorrelations } from "../lib/factors/correlations";
import { FACTOR_DEFAULTS, FACTORS, type FactorId, type FactorSettings } from "../lib/factors/definitions";
import type { FormulaAsset } from "../lib/factors/formula/data";
import { provenFormula } from "../lib/factors/formula/read";
import { mineAssets } from "../lib/factors/mine-assets";
import { mineSeries } from "../lib/factors/mine-series";
import { adjustedPValues } from "../lib/factors/multiple-testing";
import { type DatedNews, newsSteps } from "../lib/factors/news-steps";
import type { FactorResult, FactorUnavailable, Mined } from "../lib/factors/report";
import { builtInTask, type FactorTask } from "../lib/factors/tasks";
import { firstInChunks, type JobContext } from "../lib/job";
import { messages } from "../lib/messages";

/** Prices of an asset, and what formulas may read besides; every asset has the same dates. */
export interface FactorAsset extends FormulaAsset {
  name: string;
}

export interface FactorFormula {
  name: string;
  text: string;
}

export interface MineFactorsInput {
  /** One series, or several with the same dates: then the factors compare them date by date. */
  assets: readonly FactorAsset[];
  /** Dates, in milliseconds; null where there are none. */
  times: Float64Array | null;
  /** Dated news of a single series; null without. */
  news: readonly DatedNews[] | null;
  /** Factors to make; all unless told. */
  selected?: readonly FactorId[];
  /** Formulas to be made factors of as well; they follow with the ids 6, 7, ... */
  formulas?: readonly FactorFormula[];
  settings?: Partial<FactorSettings>;
}

/** A point of the performance chart: cumulative return of each factor since the point before the first, as `factor1`, `factor2`, .... */
export type PerformancePoint = { timestamp: Millis | Count } & Partial<Record<`factor${number}`, number>>;

export interface MineFactorsOutput {
  mode: "series" | "cross-section";
  factors: FactorResult[];
  /** The last 30 steps, oldest first; without dates `timestamp` counts rows. */
  performance: PerformancePoint[];
  unavailable: FactorUnavailable[];
  correlations: FactorCorrelations;
  metadata: { timestamp: Millis | Count; dataPoints: Count; factorCount: Count };
  /** News that belong to no step. */
  newsLeftOut: Count;
}

const refuse = (reason: string, where: { row?: Count; value?: string; column?: string } = {}) =>
  fail("bad-input", messages.factorsFailed(reason), where);

const isCount = (value: number, least: number) => Number.isInteger(value) && value >= least;

function invalidSettings(settings: FactorSettings): string | null {
  const { lookback, volatilityWindow, momentumPeriods, volumeWindow, horizon, horizons, window, buckets, permutations, seed } = settings;
  const periods = [volatilityWindow, horizon, ...momentumPeriods, ...horizons];
  if (momentumPeriods.length === 0 || !periods.every((period) => isCount(period, 1)) || volatilityWindow < 2) return messages.factorPeriods;
  if (!isCount(lookback, 20) || !isCount(volumeWindow, 2) || !isCount(window, 5) || !isCount(buckets, 2)) return messages.factorPeriods;
  if (!isCount(permutations, 1) || !Number.isFinite(seed)) return messages.factorPermutations;
  if (!isCount(settings.fewestPoints, 2) || !isCount(settings.chartPoints, 2) || !(settings.newsHalfLife > 0)) return messages.factorPoints;
  if (!(settings.correlationThreshold > 0 && settings.correlationThreshold <= 1)) return messages.factorThreshold;
  return settings.annualisation > 0 ? null : messages.annualisation;
}

function invalidAssets(
  assets: readonly FactorAsset[],
  times: Float64Array | null,
  fewest: Count,
  context: JobContext,
): Outcome<never> | null {
  const n = assets[0].values.length;
  if (n < fewest) return refuse(messages.factorsTooFew(n, fewest));
  const lengths = assets.flatMap(({ values, volume, open, high, low }) =>
    [values, volume, open, high, low].flatMap((column) => column?.length ?? []),
  );
  if (lengths.some((length) => length !== n) || (times && times.length !== n)) return refuse(messages.factorsUneven);
  const { arena, kernels } = context;
  for (const { name, values } of assets) {
    const trouble = arena.scope(() => {
      const address = arena.put(values);
      const odd = firstInChunks(context, n, (from, to) => kernels.firstNotFinite(address, from, to));
      if (odd >= 0) return { row: odd + 1, text: messages.notFinite(odd + 1) };
      const low = firstInChunks(context, n, (from, to) => kernels.firstNonPositive(address, from, to));
      if (low >= 0) return { row: low + 1, text: messages.nonPositivePrice(low + 1, values[low]) };
      const { minimum, maximum } = describeAt(context, address, 0, n);
      // A return between the two has to be a number.
      return Number.isFinite((maximum ?? 1) / (minimum ?? 1)) ? null : { row: 1, text: messages.tooLargeValues };
    });
    if (trouble)
      return refuse(assets.length > 1 ? `${name}: ${trouble.text}` : trouble.text, {
        row: trouble.row,
        value: String(values[trouble.row - 1]),
      });
  }
  return null;
}

/** Makes the specification's factors of one or several price series and tests what they told of the returns that followed. */
export async function mineFactors(input: MineFactorsInput, context: JobContext): Promise<Outcome<MineFactorsOutput>> {
  const { assets, times, news } = input;
  const settings: FactorSettings = { ...FACTOR_DEFAULTS, ...input.settings };
  const selected = FACTORS.map(({ id }) => id).filter((id) => input.selected?.includes(id) ?? true);
  if (assets.length === 0 || assets[0].values.length === 0) return refuse(messages.enterMarketData);
  const formulas = input.formulas ?? [];
  if (selected.length + formulas.length === 0) return refuse(messages.factorsNoneSelected);
  const trouble = invalidSettings(settings);
  if (trouble) return refuse(trouble);
  const uneven = invalidAssets(assets, times, settings.fewestPoints, context);
  if (uneven) return uneven;
  const kernels = await context.load("factors");
  const n = assets[0].values.length;
  const dated = news && times ? newsSteps(news, times) : null;
  return context.arena.scope(() => {
    const several = assets.length > 1;
    const tasks = [
      ...selected.map(builtInTask),
      ...formulas.map((formula, i) => formulaTask(context, kernels, formula, FACTORS.length + 1 + i, assets, settings)),
    ];
    const mined = several
      ? mineAssets(context, kernels, assets, tasks, settings)
      : mineSeries(context, kernels, { asset: assets[0], news: dated && dated.used > 0 ? dated : null }, tasks, settings);
    const { bonferroni, benjaminiHochberg } = adjustedPValues(mined.factors.map(({ p }) => p));
    const factors = mined.factors.map((factor, i) => ({ ...factor, bonferroni: bonferroni[i], benjaminiHochberg: benjaminiHochberg[i] }));
    const strengths = factors.map(({ id, information }, i) => ({
      id,
      column: mined.columns[i],
      strength: Math.abs(information.mean ?? 0),
    }));
    return succeed<MineFactorsOutput>({
      mode: several ? "cross-section" : "series",
      factors,
      performance: chartOf(mined, times, n),
      unavailable: mined.unavailable,
      correlations: factorCorrelations(context, kernels, strengths, n, settings.correlationThreshold),
      metadata: { timestamp: times?.at(-1) ?? n, dataPoints: n, factorCount: factors.length },
      newsLeftOut: news ? news.length - (dated?.used ?? 0) : 0,
    });
  });
}

/** A formula as a factor to be made, or why it cannot be one: what is wrong with it, what it needs, or the row at which it looks ahead. */
function formulaTask(
  context: JobContext,
  kernels: FactorKernels,
  { name, text }: FactorFormula,
  id: Count,
  assets: readonly FactorAsset[],
  { lookback }: FactorSettings,
): FactorTask {
  const task = { id, name, category: "Formula" as const, needs: null };
  context.progress(0, `Checking ${name}`);
  const proven = provenFormula(context, kernels, text, assets, lookback);
  if (!proven.ok) return { ...task, formula: null, trouble: proven.failure.message };
  const { expression, trouble } = proven.value;
  return { ...task, formula: { expression, text }, trouble };
}

/** The factors' charts as one list of points; a factor known for fewer steps joins later. */
function chartOf({ factors, charts }: Mined, times: Float64Array | null, n: Count): PerformancePoint[] {
  const length = Math.max(0, ...charts.map((chart) => chart.length));
  return Array.from({ length }, (_, k) => {
    const row = n - length + k;
    const point: PerformancePoint = { timestamp: times?.[row] ?? row + 1 };
    for (const [i, { id }] of factors.entries()) {
      const value = charts[i][k - length + charts[i].length];
      if (value !== undefined && Number.isFinite(value)) point[`factor${id}`] = value;
    }
    return point;
  });
}
