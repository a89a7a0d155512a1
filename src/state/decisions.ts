import { type Outcome, succeed, WORKSPACE } from "../../workers/contract";
import { storage } from "../client/compute";
import { type DecisionBody, decisionSchema } from "./decision-body";
import { recencyOf } from "./newest";
import { type Kept, Records } from "./records";
import { sourceAtom } from "./source-atom";

/** Maximum number of decisions in the history; the oldest are dropped. */
export const MAX_DECISIONS = 100;
export type KeptDecision = Kept<DecisionBody>;

/** The decisions stored on this device. */
export const decisions = new Records<DecisionBody>({ pool: storage, workspace: WORKSPACE, kind: "decision", schema: decisionSchema });

/** The decisions, newest first; the list is loaded on first use. */
export const decisionsAtom = sourceAtom({
  read: decisions.read,
  subscribe: (listener) => {
    void decisions.open();
    return decisions.subscribe(listener);
  },
});

/** Stores a decision; beyond the maximum the oldest are dropped. */
export async function rememberDecision(body: DecisionBody): Promise<void> {
  await decisions.open();
  await decisions.add(body);
  const now = Date.now();
  const byRecency = [...decisions.read().records].sort((a, b) => recencyOf(b.createdAt, now) - recencyOf(a.createdAt, now));
  for (const { id } of byRecency.slice(MAX_DECISIONS)) await decisions.remove(id);
}

/** Identifies the current decisions and their versions. */
export const decisionsStamp = (): string =>
  JSON.stringify(
    decisions
      .read()
      .records.map(({ id, changedAt }) => [id, changedAt])
      .sort(),
  );

type Undo = () => Promise<Outcome<unknown>>;

/** Clears the history; nothing is changed if storage refuses. `undo` restores all of it, and can be retried after a refusal. */
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
