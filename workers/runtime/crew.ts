import type { Count, Outcome } from "../contract";

/** The page's side of a run whose parts are spread over the workers. One group of parts per run at a time. */
export interface Crew {
  /** Workers that have nothing to do now and could help. */
  spare(): Count | Promise<Count>;
  /** Registers the inputs of a job's parts; spare workers begin at once. */
  open(run: number, job: string, inputs: readonly unknown[]): void | Promise<void>;
  /** The next unclaimed part, for the worker that asked; null if there is none left. */
  take(run: number): Count | null | Promise<Count | null>;
  /** The outcomes of the parts that others took, by index, once they are complete. */
  collect(run: number): Promise<[Count, Outcome<unknown>][]>;
}

/** Without helpers: parts run here, one after the other. */
export const ALONE: Crew = {
  spare: () => 0,
  open: () => undefined,
  take: () => null,
  collect: () => Promise.resolve([]),
};

export interface Parts {
  run: number;
  job: string;
  inputs: readonly unknown[];
}

/**
 * Runs every part once, on spare workers and meanwhile here. Results are in the order of the inputs, so it makes no difference who computed
 * which part.
 * @param here computes one part in this worker; called for one part at a time
 */
export async function shareOut(
  crew: Crew,
  { run, job, inputs }: Parts,
  here: (input: unknown, place: Count) => Promise<Outcome<unknown>>,
): Promise<Outcome<unknown>[]> {
  const outcomes: Outcome<unknown>[] = new Array(inputs.length);
  const helped = inputs.length > 1 && (await crew.spare()) > 0;
  if (!helped) {
    for (const [place, input] of inputs.entries()) outcomes[place] = await here(input, place);
    return outcomes;
  }
  await crew.open(run, job, inputs);
  for (let place = await crew.take(run); place !== null; place = await crew.take(run)) {
    outcomes[place] = await here(inputs[place], place);
  }
  for (const [place, outcome] of await crew.collect(run)) outcomes[place] = outcome;
  return outcomes;
}
