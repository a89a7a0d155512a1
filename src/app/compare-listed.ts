import { because, failBecause, type Outcome, succeed } from "../../workers/contract";
import type { AssetPrices } from "../../workers/series";
import type { ChartDesk, ListedSeries } from "../charts/chart-desk";
import { compute } from "../client/compute";
import { workspace } from "../state/workspace";

const gone = ({ name }: ListedSeries) => failBecause("bad-input", because("indicators/gone", { name }));

async function loaded(listed: ListedSeries, signal: AbortSignal): Promise<Outcome<AssetPrices>> {
  const series = await workspace.load(listed.hash, { signal });
  if (!series.ok) return series.failure.code === "canceled" ? series : gone(listed);
  const { columns, primary, times } = series.value;
  const column = listed.column === null ? columns[primary] : columns.find(({ name }) => name === listed.column);
  return column ? succeed({ name: listed.name, values: column.values, times }) : gone(listed);
}

/** Loads the series to compare with a price and has them aligned; loaded with the first comparison. */
export const compareListed: ChartDesk["compare"] = async ({ others, ...price }, signal) => {
  const read = await Promise.all(others.map((one) => loaded(one, signal)));
  const found = read.flatMap((one) => (one.ok ? [one.value] : []));
  // Every change of the view sends a new request: such results are not worth caching.
  const outcome = await compute.run("compare-prices", { ...price, others: found }, { signal, unlisted: true, cache: false });
  if (!outcome.ok) return outcome;
  const answers = outcome.value.others.values();
  const all = read.map((one) => (one.ok ? (answers.next().value ?? one) : one));
  return succeed({ ...outcome.value, others: all as Outcome<Float64Array>[] });
};
