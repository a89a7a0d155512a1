import { type Outcome, succeed } from "../../workers/contract";
import { withoutTurns } from "../lib/format.ts";
import { edits } from "./edits";
import { workspace } from "./workspace";

/** Deletes a dataset, with an undo. */
export const removeDataset = (hash: string, name: string) =>
  edits.make(
    { what: `removal of dataset ${name}`, run: () => workspace.remove(hash), stamp: () => workspace.nameOf(hash) },
    `Removed ${name}`,
  );

/** Renames a dataset; an unchanged name is not an edit. Undo restores the previous name, unless it has been renamed since. */
export function renameDataset(hash: string, typed: string): Promise<Outcome<unknown>> {
  const name = withoutTurns(typed.normalize("NFC"));
  const before = workspace.nameOf(hash);
  if (before === name) return Promise.resolve(succeed(null));
  const run = async () => {
    const renamed = await workspace.rename(hash, name);
    if (!renamed.ok) return renamed;
    const undo = () => before !== undefined && workspace.nameOf(hash) === renamed.value.name && workspace.rename(hash, before);
    return succeed({ undo });
  };
  return edits.make({ what: `renaming of dataset ${before ?? name}`, run, stamp: () => workspace.nameOf(hash) }, null);
}
