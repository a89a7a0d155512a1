import { type Outcome, succeed } from "../../workers/contract";
import { edits } from "./edits";
import { workspace } from "./workspace";

/** Takes a dataset off the list, and says so with Undo. */
export const removeDataset = (hash: string, name: string) =>
  edits.make(
    { what: `removal of dataset ${name}`, run: () => workspace.remove(hash), stamp: () => workspace.nameOf(hash) },
    `Removed ${name}`,
  );

/** Gives a dataset another name; the one it has is no edit. Undo gives it the one before, unless it has got yet another since. */
export function renameDataset(hash: string, typed: string): Promise<Outcome<unknown>> {
  const name = typed.normalize("NFC");
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
