import { useAtomValue } from "jotai";
import { useCallback, useMemo } from "react";
import { type Failure, type Fraction, fail } from "../../../workers/contract";
import { plural } from "../../lib/format.ts";
import { portfoliosAtom } from "../../state/clients";
import type { ListedPortfolio } from "../../state/portfolio-rules";
import { returningLine } from "../data/rail-line";
import { type SeriesSource, useSeriesSource } from "../data/use-series-source";
import { unreadField } from "../unread-field.tsx";
import { type AssetSet, type AssetSettings, assetColumns, assetsOfDataset, assetsOfPortfolio, portfolioKey, weightsOf } from "./asset-set";

/** The asset selection of a screen. */
export interface AssetChoice {
  source: SeriesSource;
  portfolios: readonly ListedPortfolio[];
  chosen: ListedPortfolio | null;
  /** Current names and weights; empty if nothing is selected. */
  names: readonly string[];
  weights: readonly Fraction[];
  /** Key of the currently selected set; null for none. */
  key: string | null;
  empty: boolean;
  /** The assets with their values, once reading has finished. */
  gather(): Promise<{ ok: true; value: AssetSet } | { ok: false; failure: Failure }>;
}

/** Summary for the folded rail: "6 assets". */
export const assetsLine = ({ names, source }: Pick<AssetChoice, "names" | "source">): string | undefined =>
  names.length > 0 ? plural(names.length, "asset") : returningLine(source);

/** The assets of a screen: from a wide dataset, or a client's portfolio. */
export function useAssets(screen: string, settings: AssetSettings): AssetChoice {
  const source = useSeriesSource({ screen, field: "assets", whole: true });
  const portfolios = useAtomValue(portfoliosAtom);
  const chosen = portfolios.find((listed) => portfolioKey(listed) === settings.portfolio) ?? null;
  const fromPortfolio = settings.assetsFrom === "portfolio";
  const { series, settled, empty, failure } = source;

  const shown = useMemo(() => {
    if (fromPortfolio) {
      const holdings = chosen?.portfolio.holdings ?? [];
      const key = chosen && JSON.stringify([chosen.client.id, chosen.portfolio.id, holdings.map(({ hash, weight }) => [hash, weight])]);
      return { names: holdings.map(({ name }) => name), weights: holdings.map(({ weight }) => weight), key };
    }
    if (!series) return { names: [], weights: [], key: null };
    const names = assetColumns(series, settings.kind).map(({ name }) => name);
    const weights = weightsOf(names, settings.weights);
    return { names, weights, key: JSON.stringify([series.hash, weights]) };
  }, [fromPortfolio, chosen, series, settings.kind, settings.weights]);

  const gather = useCallback<AssetChoice["gather"]>(async () => {
    if (fromPortfolio) return chosen ? assetsOfPortfolio(chosen, settings) : fail("bad-input", "risk/enterData");
    const read = await settled();
    if (!read) return empty ? fail("bad-input", "risk/enterData") : { ok: false, failure: unreadField(failure) };
    return assetsOfDataset(read, settings);
  }, [fromPortfolio, chosen, settled, empty, failure, settings]);

  return { source, portfolios, chosen, ...shown, empty: fromPortfolio ? chosen === null : empty, gather };
}
