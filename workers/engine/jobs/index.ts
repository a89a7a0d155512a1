import { lazyJobs } from "../../runtime/lazy-job";

/** One line per job of this domain; each is loaded on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "analyze-market": () => import("./analyze-market"),
  "decide-columns": () => import("./decide-columns"),
  "decide-step": () => import("./decide-step"),
  "make-sample-prices": () => import("./make-sample-prices"),
  "prove-replay": () => import("./prove-replay"),
  "replay-market": () => import("./replay-market"),
});
