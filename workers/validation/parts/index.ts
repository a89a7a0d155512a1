import { lazyJobs } from "../../runtime/lazy-job";

/** One line per piece of its jobs, which only `inParallel` may call; each is fetched on demand. */
// biome-ignore format: one line per job
export const parts = lazyJobs({
  "test-superiority": () => import("./test-superiority"),
});
