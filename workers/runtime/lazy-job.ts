import { fail, type Outcome } from "../contract";
import type { Job, JobContext } from "./job";

/**
 * A job whose code is fetched on demand, so that a screen loads only what it runs. Where the code cannot be had (offline
 * before everything was kept, or a version the host no longer has) the answer is the failure "not-loaded". Browsers may remember a module
 * that did not load for as long as the worker lives, so the page gives the next try a fresh worker.
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
export type LazyJobs<Modules> = { [Name in keyof Modules & string]: AsJob<Exported<Loaded<Modules[Name]>, Name>> };

const camel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * A room's jobs by name, each with the module it is fetched from, which exports it under its own name ("fit-garch" → `fitGarch`), with Job at its
 * end where the name alone is another function's.
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
    // The types above say of each name what its module exports for it.
  ) as LazyJobs<Modules>;
