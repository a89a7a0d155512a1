import { type Outcome, succeed } from "../../workers/contract";
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

/** Which decisions there are, and since when each is as it is. */
export const decisionsStamp = (): string =>
  JSON.stringify(
    decisions
      .read()
      .records.map(({ id, changedAt }) => [id, changedAt])
      .sort(),
  );

type Undo = () => Promise<Outcome<unknown>>;

/** Empties the history, or leaves it as it was where the device refuses. `undo` brings all of it back; what was refused once can be tried again. */
export async function clearDecisions(): Promise<Outcome<{ undo: Undo }>> {
  let left: Undo[] = [];
  const undo: Undo = async () => {
    const outcomes: [Undo, Outcome<unknown>][] = [];
    for (const one of left) outcomes.push([one, await one()]);
    const refused = outcomes.filter(([, { ok }]) => !ok);
    left = refused.map(([one]) => one);
    return refused[0]?.[1] ?? succeed(null);
  };
  for (const { id } of [...decisions.read().records]) {
    const outcome = await decisions.remove(id);
    if (!outcome.ok) {
      await undo();
      return outcome;
    }
    left.push(outcome.value.undo);
  }
  return succeed({ undo });
}
