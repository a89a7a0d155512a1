import type { ListedSeries } from "../charts/chart-desk";
import { type WorkspaceView, workspace } from "../state/workspace";

/** Maximum columns of a table that are listed separately. */
const MAX_COLUMNS = 40;

const listOf = (datasets: WorkspaceView["datasets"]): readonly ListedSeries[] =>
  datasets.flatMap(({ hash, name, columns, primary }) => {
    const others = columns.flatMap((column, at) =>
      at === primary || column.role === "volume" ? [] : [{ hash, column: column.name, name: `${name} · ${column.name}` }],
    );
    return [{ hash, column: null, name }, ...others.slice(0, MAX_COLUMNS)];
  });

let known: { of: WorkspaceView["datasets"]; list: readonly ListedSeries[] } | null = null;

/** The loaded series and their columns, newest first. */
export function listedSeries(): readonly ListedSeries[] {
  const { datasets } = workspace.read();
  if (known?.of !== datasets) known = { of: datasets, list: listOf(datasets) };
  return known.list;
}
