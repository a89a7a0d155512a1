import { storage } from "../client/compute";
import { type DecisionBody, decisionSchema } from "./decision-body";
import { recencyOf } from "./newest";
import { type Kept, Records } from "./records";
import { sourceAtom } from "./source-atom";

/** How many decisions the history holds; the oldest are dropped. */
export const MAX_DECISIONS = 100;
export type KeptDecision = Kept<DecisionBody>;

/** The decisions stored on this device. */
export const decisions = new Records<DecisionBody>({ pool: storage, workspace: "prospect", kind: "decision", schema: decisionSchema });

/** The decisions, newest first; reads the list from the device when it is first used. */
export const decisionsAtom = sourceAtom({
  read: decisions.read,
  subscribe: (listener) => {
    void decisions.open();
    return decisions.subscribe(listener);
  },
});

/** Keeps a decision; of more than a hundred the oldest are dropped. */
export async function rememberDecision(body: DecisionBody): Promise<void> {
  await decisions.open();
  await decisions.add(body);
  const now = Date.now();
  const byRecency = [...decisions.read().records].sort((a, b) => recencyOf(b.createdAt, now) - recencyOf(a.createdAt, now));
  for (const { id } of byRecency.slice(MAX_DECISIONS)) await decisions.remove(id);
}

/** Empties the history. `undo` brings all of it back. */
export async function clearDecisions(): Promise<() => Promise<boolean>> {
  const removed: (() => Promise<unknown>)[] = [];
  for (const { id } of [...decisions.read().records]) {
    const outcome = await decisions.remove(id);
    if (outcome.ok) removed.push(outcome.value.undo);
  }
  return async () => {
    for (const undo of removed) await undo();
    return true;
  };
}
