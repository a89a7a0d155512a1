import type { Outcome } from "../../contract";
import { inWords } from "../../texts";
import { type Thread, ThreadDied } from "./thread";

/** A job of threads that can be done on any thread, this one too. */
type AnywhereJob<Input, Value> = (input: Input) => Promise<Outcome<Value>>;

async function askOne<Input, Value>(thread: Thread, name: string, job: AnywhereJob<Input, Value>, input: Input): Promise<Value> {
  thread.renew();
  const made = await thread.run<AnywhereJob<Input, Value>>(name, input).catch((error: unknown) => {
    if (error instanceof ThreadDied) return null;
    throw error;
  });
  if (made?.ok) return made.value as Value;
  // What failed in a thread is tried again here, and reports why it fails.
  const here = await job(input);
  if (!here.ok) throw new Error(inWords(here.failure));
  return here.value;
}

/**
 * Has threads do a job for some inputs, as many side by side as there are threads, and gives what it came to in the order of the inputs.
 * @param name of the job among those of threads
 */
export async function* sideBySide<Input, Value>(
  threads: readonly Thread[],
  [name, job]: [string, AnywhereJob<Input, Value>],
  inputs: Iterable<Input>,
): AsyncGenerator<Value> {
  const under: Promise<Value>[] = [];
  let next = 0;
  for (const input of inputs) {
    // The thread whose turn it is has done what comes now.
    if (under.length === threads.length) yield (await under.shift()) as Value;
    const asked = askOne(threads[next++ % threads.length], name, job, input);
    // Whoever waits for one before it hears of that first.
    asked.catch(() => undefined);
    under.push(asked);
  }
  for (const one of under) yield await one;
}
