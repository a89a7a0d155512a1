import { type Count, fail, type Millis, type Outcome, succeed } from "../contract";
import { type FactorCorrelations, factorCorrelations } from "../lib/factors/correlations";
import { FACTOR_DEFAULTS, FACTORS, type FactorId, type FactorSettings } from "../lib/factors/definitions";
import { mineAssets } from "../lib/factors/mine-assets";
import { mineSeries } from "../lib/factors/mine-series";
import { adjustedPValues } from "../lib/factors/multiple-testing";
import { type DatedNews, newsSteps } from "../lib/factors/news-steps";
import type { FactorResult, FactorUnavailable, Mined } from "../lib/factors/report";
import { firstInChunks, type JobContext } from "../lib/job";
import { messages } from "../lib/messages";

export interface FactorAsset {
  name: string;
  /** Prices; every asset has the same dates. */
  values: Float64Array;
  volume: Float64Array | null;
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
  settings?: Partial<FactorSettings>;
}

/** A point of the performance chart: cumulative return of each factor since the point before the first, as `factor1` to `factor5`. */
export type PerformancePoint = { timestamp: Millis | Count } & Partial<Record<`factor${FactorId}`, number>>;

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
  const lengths = assets.flatMap(({ values, volume }) => (volume ? [values.length, volume.length] : [values.length]));
  if (lengths.some((length) => length !== n) || (times && times.length !== n)) return refuse(messages.factorsUneven);
  const { arena, kernels } = context;
  for (const { name, values } of assets) {
    const trouble = arena.scope(() => {
      const address = arena.put(values);
      const odd = firstInChunks(context, n, (from, to) => kernels.firstNotFinite(address, from, to));
      if (odd >= 0) return { row: odd + 1, text: messages.notFinite(odd + 1) };
      const low = firstInChunks(context, n, (from, to) => kernels.firstNonPositive(address, from, to));
      return low >= 0 ? { row: low + 1, text: messages.nonPositivePrice(low + 1, values[low]) } : null;
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
  if (selected.length === 0) return refuse(messages.factorsNoneSelected);
  const trouble = invalidSettings(settings);
  if (trouble) return refuse(trouble);
  const uneven = invalidAssets(assets, times, settings.fewestPoints, context);
  if (uneven) return uneven;
  const kernels = await context.load("factors");
  const n = assets[0].values.length;
  const dated = news && times ? newsSteps(news, times) : null;
  return context.arena.scope(() => {
    const several = assets.length > 1;
    const [{ values: closes, volume }] = assets;
    const mined = several
      ? mineAssets(
          context,
          kernels,
          assets.map((asset) => ({ closes: asset.values, volume: asset.volume })),
          selected,
          settings,
        )
      : mineSeries(context, kernels, { closes, volume, news: dated && dated.used > 0 ? dated : null }, selected, settings);
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
