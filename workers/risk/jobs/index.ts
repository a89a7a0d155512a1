import { lazyJobs } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "analyze-risk": () => import("./analyze-risk"),
  "figures-by-tool": () => import("./figures-by-tool"),
  "measure-contributions": () => import("./measure-contributions"),
  "resample-performance": () => import("./resample-performance"),
  "summarize-performance": () => import("./summarize-performance"),
});
