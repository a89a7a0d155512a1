import { lazyJobs } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "check-formula": () => import("./check-formula"),
  "mine-factors": () => import("./mine-factors"),
  "search-formulas": () => import("./search-formulas"),
});
