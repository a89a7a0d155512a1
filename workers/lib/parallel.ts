import { type Outcome, succeed } from "../contract";
import type { Jobs } from "../jobs/index";
import type { JobContext } from "./job";

type Value<Name extends keyof Jobs> = Extract<Awaited<ReturnType<Jobs[Name]>>, { ok: true }>["value"];

/**
 * Runs a registered job once per input, on as many workers as are free, and gives the values in the order of the inputs; the first failure
 * instead, where a part failed. The parts must not depend on each other, and each draws from a random stream of its own.
 * @param stretch of the job's progress that these inputs are; all of it unless told
 */
export async function inParallel<Name extends keyof Jobs & string>(
  context: JobContext,
  name: Name,
  inputs: readonly Parameters<Jobs[Name]>[0][],
  label: string,
  stretch?: readonly [from: number, to: number],
): Promise<Outcome<Value<Name>[]>> {
  const outcomes = await context.parallel(name, inputs, label, stretch);
  const failed = outcomes.find((outcome) => !outcome.ok);
  if (failed && !failed.ok) return failed;
  // The workers answer with what the job of this name returns.
  return succeed(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value as Value<Name>] : [])));
}
