/** A text: a file, or an http(s) address. */
export interface TextSource {
  kind: "text";
  from: string;
}

/** A column of a text that holds a series in each. */
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
  /** What the series is called. */
  name: string;
  /** Column of dates; null where the file has none. */
  times: string | null;
  /** Columns of numbers that belong to it, the one that is analyzed first. */
  columns: string[];
  /** Where its rows stand, oldest first; null for all rows. */
  spans: Span[] | null;
}

/** Where the numbers of a row stand. It is plain data: threads are handed it. */
export type Source = TextSource | ColumnSource | ParquetSource;

export const isAddress = (from: string): boolean => /^https?:\/\//i.test(from);

/** What an address writes in signs of its own; a name with a percent sign that is none of them stands as it is. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The name of a file, without folder and ending. */
export const fileName = (from: string): string => {
  // In the name of a file these are letters like others.
  const path = isAddress(from) ? from.split(/[?#]/)[0] : from;
  const last = path.split(/[\\/]/).at(-1) ?? from;
  return decoded(last).replace(/\.[a-z0-9]+$/i, "");
};

/** What a series is called. */
export const nameOf = (source: Source): string => (source.kind === "text" ? fileName(source.from) : source.name);
