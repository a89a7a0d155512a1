import { lazyJobs } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "allocate-shares": () => import("./allocate-shares"),
  "backtest-portfolio": () => import("./backtest-portfolio"),
  "budget-risk": () => import("./budget-risk"),
  "evaluate-weights": () => import("./evaluate-weights"),
  "optimize-portfolio": () => import("./optimize-portfolio"),
  "read-weights": () => import("./read-weights"),
  "simulate-rebalancing": () => import("./simulate-rebalancing"),
  "trace-frontier": () => import("./trace-frontier"),
});
