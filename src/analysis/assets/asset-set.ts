import { columnFor, simpleAsked } from "../../../workers/analyzed-column";
import { because, type Column, type Failure, type Fraction, fail, type ReturnUnit, retold, type Series } from "../../../workers/contract";
import type { AssetValues, ReadAs } from "../../../workers/risk";
import { percent } from "../../lib/format.ts";
import type { ListedPortfolio } from "../../state/portfolio-rules";
import { workspace } from "../../state/workspace";

/** The settings of a screen that say which assets it works on. */
export interface AssetSettings {
  assetsFrom: "dataset" | "portfolio";
  /** "client id/portfolio id" */
  portfolio: string | null;
  /** Weights in percent by asset; an asset that is not here gets an equal share of what is left. */
  weights: Record<string, number>;
  /** What columns hold and the unit of returns, on a screen that takes returns too. */
  kind?: ReadAs["kind"] | "auto";
  returnUnit?: ReturnUnit | "auto";
}

/** Assets with the weights they are held at, ready for a job. */
export interface AssetSet {
  /** Name of the dataset, or of the client's portfolio. */
  name: string;
  names: string[];
  assets: (AssetValues & { times: Float64Array | null })[];
  weights: Fraction[];
  series: Series[];
  /** What this set was made from: another key is another set. */
  key: string;
}

export const portfolioKey = ({ client, portfolio }: ListedPortfolio): string => `${client.id}/${portfolio.id}`;

/** A first column that only counts the rows. */
function countsRows({ values }: Series["columns"][number]): boolean {
  const last = values.length - 1;
  return last > 1 && [1, last >> 1, last].every((row) => values[row] === values[0] + row);
}

/**
 * Columns that are an asset each: neither volumes nor row numbers; of one instrument's open, high, low and close only the one that is analyzed,
 * and so of returns and the prices made of them.
 * @param kind what a screen that takes returns too takes them for
 */
export function assetColumns(series: Series, kind?: string) {
  const { columns, primary, quality } = series;
  const bars = columns.some(({ role }) => role === "open" || role === "high" || role === "low");
  if (bars) return [columns[primary]];
  const analyzed = columnFor(series, kind);
  const twice = ({ name }: Column, i: number) => quality.returns?.compounded && (i === primary || name === quality.returns.column);
  return columns.filter((column, i) => {
    if (twice(column, i)) return column === analyzed;
    return column.role !== "volume" && !(i === 0 && columns.length > 1 && countsRows(column));
  });
}

/** A column as a job takes it: its values, and on a screen that takes returns too what they are. */
const asked = (series: Series, column: Column, { kind, returnUnit }: AssetSettings) =>
  kind === undefined ? { values: column.values } : simpleAsked(series, column, kind, returnUnit);

/** Weights of the assets as shares of one: those that are set, and equal parts of what they leave for the others. */
export function weightsOf(names: readonly string[], set: AssetSettings["weights"]): Fraction[] {
  const given = names.map((name) => (Object.hasOwn(set, name) ? set[name] / 100 : null));
  const rest = 1 - given.reduce<number>((sum, weight) => sum + (weight ?? 0), 0);
  const free = given.filter((weight) => weight === null).length;
  return given.map((weight) => weight ?? Math.max(0, rest) / free);
}

type Gathered = { ok: true; value: AssetSet } | { ok: false; failure: Failure };

/** The assets of a wide dataset, a column each. */
export function assetsOfDataset(series: Series, settings: AssetSettings): Gathered {
  const columns = assetColumns(series, settings.kind);
  const names = columns.map(({ name }) => name);
  const weights = weightsOf(names, settings.weights);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum > 1 + 1e-9) return fail("bad-input", "risk/weightsOver", { sum: percent(sum, 1) });
  return {
    ok: true,
    value: {
      name: series.name,
      names,
      assets: columns.map((column) => ({ name: column.name, times: series.times, ...asked(series, column, settings) })),
      weights,
      series: [series],
      key: JSON.stringify([series.hash, weights]),
    },
  };
}

/** The holdings of a client's portfolio, loaded from this device; what they leave of 100% is cash. */
export async function assetsOfPortfolio({ client, portfolio }: ListedPortfolio, settings: AssetSettings): Promise<Gathered> {
  const { holdings } = portfolio;
  if (holdings.length === 0) return fail("bad-input", "risk/portfolioEmpty", { name: portfolio.name });
  const loaded = await Promise.all(holdings.map(({ hash }) => workspace.load(hash)));
  const series: Series[] = [];
  for (const [i, outcome] of loaded.entries()) {
    if (!outcome.ok)
      return {
        ok: false,
        failure: retold(outcome.failure, because("risk/assetFailed", { name: holdings[i].name, cause: outcome.failure })),
      };
    series.push(outcome.value);
  }
  const assets = series.map((one, i) => ({
    name: holdings[i].name,
    times: one.times,
    ...asked(one, columnFor(one, settings.kind), settings),
  }));
  return {
    ok: true,
    value: {
      name: `${client.name}, ${portfolio.name}`,
      names: assets.map(({ name }) => name),
      assets,
      weights: holdings.map(({ weight }) => weight),
      series,
      key: JSON.stringify([client.id, portfolio.id, holdings.map(({ hash, weight }) => [hash, weight])]),
    },
  };
}
