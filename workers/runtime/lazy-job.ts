import { fail } from "../contract";
import type { Job } from "./job";

/**
 * A job whose code is fetched when it is first asked for, so that a screen loads only what it runs. Where the code cannot be had (offline
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
