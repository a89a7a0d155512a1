import { type Column, type Outcome, succeed } from "../../contract";
import { columnSources } from "../columns-of";

export interface ListWatchedInput {
  datasets: {
    hash: string;
    name: string;
    columns: Pick<Column, "name" | "role">[];
    /** For a column extracted from a table: the table's hash and the column's name. */
    symbolOf?: { panel: string; name: string };
  }[];
}

/** A series of a dataset: the dataset itself, or a column of it. */
export interface WatchedSource {
  hash: string;
  /** Null for the whole dataset. */
  column: string | null;
  name: string;
}

/**
 * The series of loaded datasets, in their order: one per dataset, or all columns of a table with a series in each. A column that is also a
 * separate dataset is listed once, with its table. Names do not depend on what else is loaded, since alerts are stored by name.
 */
export function listWatched({ datasets }: ListWatchedInput): Outcome<WatchedSource[]> {
  const columnsOf = new Map(datasets.map(({ hash, columns }) => [hash, columns]));
  const isAlone = ({ symbolOf }: ListWatchedInput["datasets"][number]) =>
    !symbolOf || !columnsOf.get(symbolOf.panel)?.some(({ name }) => name === symbolOf.name);
  return succeed(
    datasets
      .filter(isAlone)
      .flatMap(({ hash, name, columns }) =>
        columnSources(columns, name).map((source) =>
          source.kind === "column" ? { hash, column: source.name, name: `${source.name} · ${name}` } : { hash, column: null, name },
        ),
      ),
  );
}
