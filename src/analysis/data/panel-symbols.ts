import { fail, type Outcome, type Series } from "../../../workers/contract";
import { compute } from "../../client/compute";
import type { RunOptions } from "../../client/pool";
import { workspace } from "../../state/workspace";

type Options = Pick<RunOptions, "signal" | "onProgress">;

function symbolOf({ columns, ...panel }: Series, name: string, options: Options): Promise<Outcome<Series>> | Outcome<never> {
  const column = columns.find((one) => one.name === name);
  return column
    ? compute.run("take-symbol", { panel, column }, { ...options, priority: "reading" })
    : fail("bad-input", "ingest/symbolGone", { symbol: name });
}

/** Name of a symbol without the suffix of compounded returns. */
const bare = (name: string | undefined) => name?.replace(/ \(compounded\)$/, "");

/** A symbol of a panel just read: the one that was in the field, or the first; the panel itself is stored on the device. */
export function firstSymbol(panel: Series, before: string | undefined, options: Options): Promise<Outcome<Series>> | Outcome<never> {
  void workspace.add(panel);
  const { name } = panel.columns.find((column) => bare(column.name) === bare(before)) ?? panel.columns[0];
  return symbolOf(panel, name, options);
}

/** A symbol of a stored panel. */
export async function symbolOfDataset(hash: string, name: string, options: Options): Promise<Outcome<Series>> {
  const panel = await workspace.load(hash, options);
  return panel.ok ? symbolOf(panel.value, name, options) : panel;
}
