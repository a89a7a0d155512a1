import { type Column, type ColumnRole, fail, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { DatasetSource, ListedSeries, SourceSeries } from "../dataset-source";
import { NAMED } from "../problem";

export interface Instrument {
  series: SourceSeries;
  /** The column that is meant: its prices. */
  prices: Column;
}

const plain = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/\.(csv|txt|tsv)$/, "");

/** The newest dataset of a name, whatever its case; or a column of one, written Dataset/Column. */
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

/** The series a symbol names, with its numbers. */
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

/** A column by its role, where the symbol means the whole dataset's bars. */
export function barColumn({ series, prices }: Instrument, role: ColumnRole): Float64Array | null {
  if (prices !== series.columns[series.primary]) return null;
  return series.columns.find((column) => column.role === role)?.values ?? null;
}
