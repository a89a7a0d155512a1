import { lazyJobs } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "compare-prices": () => import("./compare-prices"),
  "compute-indicator": () => import("./compute-indicator"),
  "measure-span": () => import("./measure-span"),
});
