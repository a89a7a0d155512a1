import { columnFor, simpleAsked } from "../../../workers/analyzed-column";
import {
  because,
  type Column,
  type Failure,
  type Fraction,
  fail,
  type ReturnUnit,
  type Series,
  withCause,
} from "../../../workers/contract";
import type { AssetValues, ReadAs } from "../../../workers/risk";
import { percent } from "../../lib/format.ts";
import type { ListedPortfolio } from "../../state/portfolio-rules";
import { workspace } from "../../state/workspace";

/** The settings that determine a screen's assets. */
export interface AssetSettings {
  assetsFrom: "dataset" | "portfolio";
  /** "client id/portfolio id" */
  portfolio: string | null;
  /** Weights in percent by asset; assets not listed share the remainder equally. */
  weights: Record<string, number>;
  /** What columns contain, and the unit of returns, on screens that accept returns. */
  kind?: ReadAs["kind"] | "auto";
  returnUnit?: ReturnUnit | "auto";
}

/** Assets with their weights, ready for a job. */
export interface AssetSet {
  /** Name of the dataset, or of the client's portfolio. */
  name: string;
  names: string[];
  assets: (AssetValues & { times: Float64Array | null })[];
  weights: Fraction[];
  series: Series[];
  /** Identifies the source and settings of the set; it changes with them. */
  key: string;
}

export const portfolioKey = ({ client, portfolio }: ListedPortfolio): string => `${client.id}/${portfolio.id}`;

/** Whether the first column is only a row number. */
function countsRows({ values }: Series["columns"][number]): boolean {
  const last = values.length - 1;
  return last > 1 && [1, last >> 1, last].every((row) => values[row] === values[0] + row);
}

/**
 * Columns that are an asset each: neither volumes nor row numbers; of open, high, low and close of one instrument only the analyzed column,
 * and of returns with the prices compounded from them only one.
 * @param kind input type, on screens that accept returns
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

/** A column as passed to a job: its values and, on screens that accept returns, their input type. */
const asked = (series: Series, column: Column, { kind, returnUnit }: AssetSettings) =>
  kind === undefined ? { values: column.values } : simpleAsked(series, column, kind, returnUnit);

/** Weights as fractions: those set, and equal shares of the remainder for the others. */
export function weightsOf(names: readonly string[], set: AssetSettings["weights"]): Fraction[] {
  const given = names.map((name) => (Object.hasOwn(set, name) ? set[name] / 100 : null));
  const rest = 1 - given.reduce<number>((sum, weight) => sum + (weight ?? 0), 0);
  const free = given.filter((weight) => weight === null).length;
  return given.map((weight) => weight ?? Math.max(0, rest) / free);
}

type Gathered = { ok: true; value: AssetSet } | { ok: false; failure: Failure };

/** The assets of a wide dataset, one per column. */
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

/** The holdings of a client's portfolio, loaded from this device; the remainder to 100% is cash. */
export async function assetsOfPortfolio({ client, portfolio }: ListedPortfolio, settings: AssetSettings): Promise<Gathered> {
  const { holdings } = portfolio;
  if (holdings.length === 0) return fail("bad-input", "risk/portfolioEmpty", { name: portfolio.name });
  const loaded = await Promise.all(holdings.map(({ hash }) => workspace.load(hash)));
  const series: Series[] = [];
  for (const [i, outcome] of loaded.entries()) {
    if (!outcome.ok)
      return {
        ok: false,
        failure: withCause(outcome.failure, because("risk/assetFailed", { name: holdings[i].name, cause: outcome.failure })),
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
