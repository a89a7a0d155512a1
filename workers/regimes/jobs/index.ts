import { lazyJobs } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "evaluate-regimes": () => import("./evaluate-regimes"),
  "fit-regimes": () => import("./fit-regimes"),
  "shade-regimes": () => import("./shade-regimes"),
  "time-regimes": () => import("./time-regimes"),
});
