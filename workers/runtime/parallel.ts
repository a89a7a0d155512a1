import { type Count, type Outcome, succeed } from "../contract";
import type { Job, JobContext } from "./job";

type ValueOf<Part extends Job<never, unknown>> = Extract<Awaited<ReturnType<Part>>, { ok: true }>["value"];

/**
 * Runs a part once per input, on all idle workers, and returns the values in the order of the inputs, or the first failure if a part
 * failed. Parts must be independent, and each draws from a random stream of its own.
 * @typeParam Part function that the name refers to in the table of parts
 * @param span interval of the job's progress these inputs cover; all of it by default
 */
export async function inParallel<Part extends Job<never, unknown>>(
  context: JobContext,
  name: string,
  inputs: readonly Parameters<Part>[0][],
  label: string,
  span?: readonly [from: number, to: number],
): Promise<Outcome<ValueOf<Part>[]>> {
  const outcomes = await context.parallel(name, inputs, label, span);
  const failed = outcomes.find((outcome) => !outcome.ok);
  if (failed && !failed.ok) return failed;
  // Workers return what the part of this name returns.
  return succeed(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value as ValueOf<Part>] : [])));
}

/** How much was done when the user canceled; absent from a complete answer. */
export interface CanceledAfter {
  done: Count;
  of: Count;
}

/** The `canceledAfter` field of an answer: none if it is complete. */
export const cutAt = (done: Count, of: Count): { canceledAfter?: CanceledAfter } => (done < of ? { canceledAfter: { done, of } } : {});

/** The values before the first gap, whichever workers computed the rest: what a smaller run would have returned. */
export function beforeGap<Value>(values: readonly (Value | null)[]): Value[] {
  const found: Value[] = [];
  for (const value of values) {
    if (value === null) break;
    found.push(value);
  }
  return found;
}

/**
 * The same for parts of which some are meaningful without the others: null for each part not finished when the user canceled. At least one
 * was; results then cover only these, and `CanceledAfter` says so.
 */
export async function inParallelSoFar<Part extends Job<never, unknown>>(
  context: JobContext,
  name: string,
  inputs: readonly Parameters<Part>[0][],
  label: string,
  span?: readonly [from: number, to: number],
): Promise<Outcome<(ValueOf<Part> | null)[]>> {
  const outcomes = await context.parallel(name, inputs, label, span, true);
  const isMissing = (outcome: Outcome<unknown> | undefined) => !outcome || (!outcome.ok && outcome.failure.code === "canceled");
  // Parts that were never started are not in the list.
  const all = Array.from(inputs, (_, place): Outcome<unknown> | undefined => outcomes[place]);
  const failed = all.find((outcome) => outcome && !outcome.ok && !isMissing(outcome));
  if (failed && !failed.ok) return failed;
  // Workers return what the part of this name returns.
  return succeed(all.map((outcome) => (outcome?.ok ? (outcome.value as ValueOf<Part>) : null)));
}

/**
 * The same, but sequentially if a part needs so much memory that workers should not run several at once.
 * @param long whether it does
 */
export async function inRoundsSoFar<Part extends Job<never, unknown>>(
  context: JobContext,
  name: string,
  inputs: readonly Parameters<Part>[0][],
  label: string,
  long: boolean,
  [from, to]: readonly [from: number, to: number] = [0, 1],
): Promise<Outcome<(ValueOf<Part> | null)[]>> {
  const rounds = long ? inputs.map((one) => [one]) : [inputs];
  const values: (ValueOf<Part> | null)[] = [];
  for (const [k, round] of rounds.entries()) {
    const at = (done: Count) => from + ((to - from) * done) / rounds.length;
    const outcome = await inParallelSoFar<Part>(context, name, round, label, [at(k), at(k + 1)]);
    if (!outcome.ok) return outcome;
    values.push(...outcome.value);
  }
  return succeed(values);
}
