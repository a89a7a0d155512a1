import { fail, type Outcome } from "../contract";
import type { Job, JobContext } from "./job";

/**
 * A job whose code is fetched on demand, so that a screen loads only what it runs. If the code cannot be fetched (offline before everything
 * was cached, or a version no longer on the host) the answer is the failure "not-loaded". Browsers may cache a failed module load for the
 * life of the worker, so the page retries with a new worker.
 */
export const lazily =
  <Input, Output>(load: () => Promise<Job<Input, Output>>): Job<Input, Output> =>
  async (input, context) => {
    let job: Job<Input, Output>;
    try {
      job = await load();
    } catch (error) {
      console.error(error);
      return fail("not-loaded", "runtime/notLoaded");
    }
    return job(input, context);
  };

/** "fit-garch" → "fitGarch". */
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;
type Exported<Module, Name extends string> =
  Module extends Record<`${Camel<Name>}Job`, infer Found> ? Found : Module extends Record<Camel<Name>, infer Found> ? Found : never;
type AsJob<Found> = Found extends (input: infer Input, context: JobContext) => Outcome<infer Output> | Promise<Outcome<infer Output>>
  ? Job<Input, Output>
  : never;
type Loaded<Load> = Load extends () => Promise<infer Module> ? Module : never;
type LazyJobs<Modules> = { [Name in keyof Modules & string]: AsJob<Exported<Loaded<Modules[Name]>, Name>> };

const camel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * A room's jobs by name, each with the module it is fetched from. The module exports it under its own name ("fit-garch" → `fitGarch`), with
 * the suffix Job if another function has that name.
 */
export const lazyJobs = <const Modules extends Record<string, () => Promise<object>>>(modules: Modules): LazyJobs<Modules> =>
  Object.fromEntries(
    Object.entries(modules).map(([name, load]) => [
      name,
      lazily(async () => {
        const exported = (await load()) as Record<string, Job<unknown, unknown>>;
        return exported[`${camel(name)}Job`] ?? exported[camel(name)];
      }),
    ]),
    // By the types above, each module exports the job of its name.
  ) as LazyJobs<Modules>;
