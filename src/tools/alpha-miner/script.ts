import { FACTOR_DEFAULTS } from "../../../workers/factors/schema";
import { comparedFigures, type ScriptQuestion } from "../../analysis/compared-figures";
import type { AlphaRun } from "./use-alpha";

type Mined = Pick<AlphaRun, "input" | "value"> & { series: { name: string; hash: string } };

/** Factors of prices and volumes; the scripts do not support those of news or formulas. */
const SCRIPTED: ReadonlySet<number> = new Set([1, 2, 5]);

/** Factors for another program; null across assets, or if none is supported by the scripts. */
export function factorsQuestion({ series, input, value }: Mined): ScriptQuestion | null {
  const [asset, ...others] = input.assets;
  const scripted = value.factors.filter(({ id }) => SCRIPTED.has(id));
  if (others.length > 0 || scripted.length === 0) return null;
  const settings = { ...FACTOR_DEFAULTS, ...input.settings };
  const figures = scripted.flatMap(({ id, information, performance, mean, volatility, values }) =>
    Object.entries({
      "mean IC": information.mean,
      "information ratio": information.ratio,
      "t by Newey and West": information.neweyWestT,
      performance,
      mean,
      volatility,
      last: values[values.length - 1],
    }).map(([name, figure]) => [`factor ${id}, ${name}`, figure] as const),
  );
  return {
    kind: "factors",
    title: `Factors of ${series.name}`,
    source: { name: series.name, sha256: series.hash },
    settings: {
      factors: scripted.map(({ id }) => id),
      lookback: settings.lookback,
      volatilityWindow: settings.volatilityWindow,
      volumeWindow: settings.volumeWindow,
      momentumPeriods: settings.momentumPeriods,
      window: settings.window,
      horizon: settings.horizon,
      perYear: settings.annualization,
    },
    columns: [{ name: "close", values: asset.values }, ...(asset.volume ? [{ name: "volume", values: asset.volume }] : [])],
    figures: comparedFigures(1e-7, Object.fromEntries(figures)),
  };
}
