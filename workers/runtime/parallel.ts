import { type Count, type Outcome, succeed } from "../contract";
import type { Job, JobContext } from "./job";

type ValueOf<Part extends Job<never, unknown>> = Extract<Awaited<ReturnType<Part>>, { ok: true }>["value"];

/**
 * Runs a part once per input, on as many workers as are free, and gives the values in the order of the inputs; the first failure
 * instead, where a part failed. The parts must not depend on each other, and each draws from a random stream of its own.
 * @typeParam Part the function the name stands for in the table of parts
 * @param span of the job's progress that these inputs are; all of it by default
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
  // The workers answer with what the part of this name returns.
  return succeed(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value as ValueOf<Part>] : [])));
}

/** How much was done when the user canceled; an answer without it is whole. */
export interface CanceledAfter {
  done: Count;
  of: Count;
}

/** What an answer says of how far it came: nothing where it is whole. */
export const cutAt = (done: Count, of: Count): { canceledAfter?: CanceledAfter } => (done < of ? { canceledAfter: { done, of } } : {});

/** The values before the first that is missing: those of a run that was asked for so many, whoever was computing the others. */
export function beforeGap<Value>(values: readonly (Value | null)[]): Value[] {
  const found: Value[] = [];
  for (const value of values) {
    if (value === null) break;
    found.push(value);
  }
  return found;
}

/**
 * The same for parts of which some have meaning without the others: null for each that was not finished when the user canceled. At least one
 * was; what follows is about them, and the answer says so by `CanceledAfter`.
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
  // Parts nobody has begun are not even there.
  const all = Array.from(inputs, (_, place): Outcome<unknown> | undefined => outcomes[place]);
  const failed = all.find((outcome) => outcome && !outcome.ok && !isMissing(outcome));
  if (failed && !failed.ok) return failed;
  // The workers answer with what the part of this name returns.
  return succeed(all.map((outcome) => (outcome?.ok ? (outcome.value as ValueOf<Part>) : null)));
}

/**
 * The same one after the other where a part needs so much memory that workers should not hold several at once.
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
