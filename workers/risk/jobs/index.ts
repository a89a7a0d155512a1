import { lazyJobs } from "../../runtime/lazy-job";

/** One line per job of this domain; each is loaded on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "analyze-risk": () => import("./analyze-risk"),
  "backtest-model": () => import("./backtest-model"),
  "figures-by-tool": () => import("./figures-by-tool"),
  "measure-contributions": () => import("./measure-contributions"),
  "resample-performance": () => import("./resample-performance"),
  "summarize-performance": () => import("./summarize-performance"),
});
