/** A text file, or an http(s) address. */
export interface TextSource {
  kind: "text";
  from: string;
}

/** A column of a text with one series per column. */
export interface ColumnSource {
  kind: "column";
  from: string;
  name: string;
}

/** Rows [start, end) of a row group. */
export interface Span {
  group: number;
  start: number;
  end: number;
}

/** A series of a Parquet file: a column, or the rows of a symbol. */
export interface ParquetSource {
  kind: "parquet";
  from: string;
  /** Name of the series. */
  name: string;
  /** Column of dates; null if the file has none. */
  times: string | null;
  /** Its numeric columns, the analyzed one first. */
  columns: string[];
  /** Positions of its rows, oldest first; null for all rows. */
  spans: Span[] | null;
}

/** Where a series is read from. Plain data, so that it can be sent to threads. */
export type Source = TextSource | ColumnSource | ParquetSource;

export const isAddress = (from: string): boolean => /^https?:\/\//i.test(from);

/** Decodes percent-encoding; a name with an invalid percent sequence is left as it is. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The name of a file, without folder and extension. */
export const fileName = (from: string): string => {
  // In a file name, ? and # are ordinary characters.
  const path = isAddress(from) ? from.split(/[?#]/)[0] : from;
  const last = path.split(/[\\/]/).at(-1) ?? from;
  return decoded(last).replace(/\.[a-z0-9]+$/i, "");
};

/** The name of a series. */
export const nameOf = (source: Source): string => (source.kind === "text" ? fileName(source.from) : source.name);
