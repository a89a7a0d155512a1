import type { Outcome } from "../../contract";
import { failureText } from "../../texts";
import { type Thread, ThreadDied } from "./thread";

/** A thread job that can run on any thread, including this one. */
type AnywhereJob<Input, Value> = (input: Input) => Promise<Outcome<Value>>;

async function askOne<Input, Value>(thread: Thread, name: string, job: AnywhereJob<Input, Value>, input: Input): Promise<Value> {
  thread.renew();
  const made = await thread.run<AnywhereJob<Input, Value>>(name, input).catch((error: unknown) => {
    if (error instanceof ThreadDied) return null;
    throw error;
  });
  if (made?.ok) return made.value as Value;
  // A job that failed on a thread is repeated here, which reports the reason.
  const here = await job(input);
  if (!here.ok) throw new Error(failureText(here.failure));
  return here.value;
}

/**
 * Runs a thread job for some inputs, one per thread at a time, and returns the results in the order of the inputs.
 * @param name of the job in the table of thread jobs
 */
export async function* sideBySide<Input, Value>(
  threads: readonly Thread[],
  [name, job]: [string, AnywhereJob<Input, Value>],
  inputs: Iterable<Input>,
): AsyncGenerator<Value> {
  const under: Promise<Value>[] = [];
  let next = 0;
  for (const input of inputs) {
    // The thread that is next in order has finished the next result.
    if (under.length === threads.length) yield (await under.shift()) as Value;
    const asked = askOne(threads[next++ % threads.length], name, job, input);
    // A failure of an earlier one is reported first.
    asked.catch(() => undefined);
    under.push(asked);
  }
  for (const one of under) yield await one;
}
