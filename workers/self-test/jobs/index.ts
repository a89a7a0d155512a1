import { lazyJobs } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "test-kernels": () => import("./test-kernels"),
});
