import type { ColumnRole, Series } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { assetColumns } from "../../analysis/assets/asset-set";
import type { JobInput, JobValue } from "../../client/pool";
import { type AlphaSettings, formulasOn, listed } from "./settings";

type AlphaInput = JobInput<Jobs, "mine-factors">;
type AlphaValue = JobValue<Jobs, "mine-factors">;
export type FactorResult = AlphaValue["factors"][number];

/** Minimum number of assets on a date for comparing their factors. */
export const MIN_ASSETS = 3;

/** The columns that are asset prices. */
export const assetNames = (series: Series): string[] => assetColumns(series).map(({ name }) => name);

/** Whether the assets of a table are compared on each date (cross-section), rather than one series over time. */
export const comparesAssets = (series: Series, { mode }: Pick<AlphaSettings, "mode">): boolean =>
  mode !== "one" && assetColumns(series).length >= MIN_ASSETS;

export const volumeOf = ({ columns }: Series) => columns.find(({ role }) => role === "volume") ?? null;

/** The prices factors are computed from, with further columns for formulas. */
export function assetsOf(series: Series, settings: Pick<AlphaSettings, "mode" | "column">): AlphaInput["assets"] {
  if (comparesAssets(series, settings)) return assetColumns(series).map(({ name, values }) => ({ name, values, volume: null }));
  const column = series.columns.find(({ name }) => name === settings.column) ?? series.columns[series.primary];
  const withRole = (wanted: ColumnRole) => series.columns.find(({ role }) => role === wanted)?.values ?? null;
  const bars = { open: withRole("open"), high: withRole("high"), low: withRole("low") };
  return [{ name: column.name, values: column.values, volume: volumeOf(series)?.values ?? null, ...bars }];
}

const known = (value: number | null): number => value ?? Number.NaN;

/** The job's input for a series and the settings of the screen. */
export function alphaInput(series: Series, settings: AlphaSettings, perYear: number, news: AlphaInput["news"]): AlphaInput {
  return {
    assets: assetsOf(series, settings),
    times: series.times,
    news,
    selected: settings.selected,
    formulas: formulasOn(settings).map(({ name, text }) => ({ name, text })),
    settings: {
      lookback: known(settings.lookback),
      volatilityWindow: known(settings.volatilityWindow),
      momentumPeriods: listed(settings.momentumPeriods),
      volumeWindow: known(settings.volumeWindow),
      newsHalfLife: known(settings.newsHalfLife),
      horizon: known(settings.horizon),
      horizons: listed(settings.horizons),
      window: known(settings.window),
      buckets: known(settings.buckets),
      correlationThreshold: known(settings.correlationThreshold),
      permutations: known(settings.permutations),
      seed: known(settings.seed),
      annualization: perYear,
      fewestPoints: known(settings.fewestPoints),
      chartPoints: known(settings.chartPoints),
    },
  };
}
