import { failBecause, type Outcome, succeed, verbatim } from "../../workers/contract";
import { isSame } from "../lib/is-same.ts";
import { toast } from "../ui/toast-queue.ts";
import { edits } from "./edits";
import type { Kept, Records } from "./records";

type Restore = () => Promise<Outcome<unknown>>;

/** Runs a step for each item in order, until one is refused. */
async function each<Item>(items: readonly Item[], step: (item: Item) => Promise<Outcome<unknown>>): Promise<Outcome<unknown>> {
  for (const item of items) {
    const outcome = await step(item);
    if (!outcome.ok) return outcome;
  }
  return succeed(null);
}

/**
 * Adds new records, as one undoable edit: undo removes them, unless one has changed since; redo adds the same records again.
 * @param what description after "Undo": "import of 3 strategies"
 */
export async function addRecords<Body>(store: Records<Body>, bodies: readonly Body[], what: string): Promise<Kept<Body>[]> {
  const kept: Kept<Body>[] = [];
  let restores: Restore[] = [];
  // Compared by content, not by time: undoing a later edit writes it again. A missing one was removed by another tab.
  const isAsKept = ({ id, body }: Kept<Body>) => isSame(store.find(id)?.body ?? body, body);
  const undo = async () => {
    if (restores.length === 0 && !kept.every(isAsKept)) return false;
    return each(
      kept.filter(({ id }) => store.find(id)),
      async ({ id }) => {
        const outcome = await store.remove(id);
        if (outcome.ok) restores.push(outcome.value.undo);
        return outcome;
      },
    );
  };
  const run = async () => {
    if (kept.length === 0) for (const body of bodies) kept.push(await store.add(body));
    const back = await each(restores, (restore) => restore());
    if (!back.ok) return back;
    restores = [];
    return succeed({ undo });
  };
  await edits.make({ what, run }, null);
  return kept;
}

/** Adds a new record, as an edit. */
export const addRecord = async <Body>(store: Records<Body>, body: Body, what: string): Promise<Kept<Body>> =>
  (await addRecords(store, [body], what))[0];

/**
 * Replaces the content of a record, as an undoable edit: undo restores the earlier content, unless it has changed since.
 * @param takesUp passed on to the records
 */
export async function changeRecord<Body>(store: Records<Body>, id: string, body: Body, what: string, takesUp = false): Promise<Kept<Body>> {
  const before = store.find(id)?.body;
  if (before === undefined || isSame(before, body)) return store.change(id, body, takesUp);
  let kept: Kept<Body>;
  const run = async () => {
    kept = await store.change(id, body, takesUp);
    const undo = async () => {
      if (!isSame(store.find(id)?.body, body)) return false;
      const { kept: where } = await store.change(id, before);
      // If storage has refused, undo can be retried.
      return where === "device" || failBecause("storage", verbatim(store.read().warning ?? ""));
    };
    return succeed({ undo });
  };
  await edits.make({ what, run, stamp: () => JSON.stringify(store.find(id)?.body) }, null);
  return kept!;
}

/** Reports that a save has replaced a change by another tab, which can be restored. */
export function announceReplaced(name: string, undo: () => void): void {
  const detail = "It was changed in another tab while it was edited here.";
  toast.info(`Replaced another version of ${name}`, { detail, action: { label: "Undo", onChoose: undo } });
}
