import { type Column, type Outcome, succeed } from "../../contract";
import { columnSources } from "../columns-of";

export interface ListWatchedInput {
  datasets: {
    hash: string;
    name: string;
    columns: Pick<Column, "name" | "role">[];
    /** Of a column that was taken out of a table, the table's hash and the column's name. */
    symbolOf?: { panel: string; name: string };
  }[];
}

/** A series of a dataset: the dataset itself, or a column of a table. */
export interface WatchedSource {
  hash: string;
  /** Null for the dataset as it is. */
  column: string | null;
  name: string;
}

/**
 * The series of loaded datasets, in their order: one each, or of a table with a series in each column all of them. A column that is a dataset
 * of its own too is listed once, with its table. A name does not depend on what else is loaded: alerts remember by it.
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
