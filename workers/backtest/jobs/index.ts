import { lazyJobs } from "../../runtime/lazy-job";

/** One line per job of this domain; each is loaded on demand. */
// biome-ignore format: one line per job
export const jobs = lazyJobs({
  "optimize-strategy": () => import("./optimize-strategy"),
  "returns-by-month": () => import("./returns-by-month"),
  "rolling-performance": () => import("./rolling-performance"),
  "run-backtest": () => import("./run-backtest"),
  "split-by-regime": () => import("./split-by-regime"),
  "stress-backtest": () => import("./stress-backtest"),
  "sweep-backtest": () => import("./sweep-backtest"),
});
