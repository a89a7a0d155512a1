import { withRole } from "../../analyzed-column";
import { type Column, fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { barsAround } from "../../traded-bars";
import type { DatasetSource, ListedSeries, SourceSeries } from "../dataset-source";
import { NAMED } from "../problem";

export interface Instrument {
  series: SourceSeries;
  /** The column of prices the symbol refers to. */
  prices: Column;
}

const plain = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/\.(csv|txt|tsv)$/, "");

/** The dataset with this name, ignoring case; or a column of one, written Dataset/Column. */
function placeOf(symbol: string, datasets: readonly ListedSeries[]): { dataset: ListedSeries; column: string | null } | null {
  const whole = datasets.find(({ name }) => plain(name) === plain(symbol));
  if (whole) return { dataset: whole, column: null };
  const cut = symbol.lastIndexOf("/");
  if (cut < 0) return null;
  const [of, wanted] = [plain(symbol.slice(0, cut)), plain(symbol.slice(cut + 1))];
  const dataset = datasets.find(
    ({ name, columns }) => plain(name) === of && (columns === null || columns.some((column) => plain(column.name) === wanted)),
  );
  return dataset ? { dataset, column: wanted } : null;
}

export async function datasetsOf(source: DatasetSource): Promise<Outcome<readonly ListedSeries[]>> {
  const listed = await source.list(false);
  return listed.ok ? succeed(listed.value.datasets) : listed;
}

export const knows = (symbol: string, datasets: readonly ListedSeries[]): boolean => placeOf(symbol, datasets) !== null;

/** The series of a symbol, with its data. */
export async function findSymbol(
  symbol: string,
  datasets: readonly ListedSeries[],
  source: DatasetSource,
  context: JobContext,
): Promise<Outcome<Instrument>> {
  const place = placeOf(symbol, datasets);
  if (!place) return fail("bad-input", "api/noSymbol", { symbol }, { column: NAMED.symbol });
  const loaded = await source.load(place.dataset.hash, context);
  if (!loaded.ok) return loaded;
  const series = loaded.value;
  const { column } = place;
  const prices = column === null ? series.columns[series.primary] : series.columns.find(({ name }) => plain(name) === column);
  return prices ? succeed({ series, prices }) : fail("bad-input", "api/noSymbol", { symbol }, { column: NAMED.symbol });
}

/** Open, high and low for the prices of a symbol, with the same adjustment, and the volume if the symbol is a whole dataset. */
export function barsOf({ series: { columns, primary }, prices }: Instrument) {
  const { open, high, low, unadjusted } = barsAround(columns, prices);
  const adjusted = (column: Float64Array | null | undefined) =>
    column && unadjusted ? column.map((price, row) => (price * prices.values[row]) / unadjusted[row]) : (column ?? null);
  const volume = prices === columns[primary] ? (withRole({ columns }, "volume")?.values ?? null) : null;
  return { open: adjusted(open), high: adjusted(high), low: adjusted(low), volume };
}
