import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "optimize-strategy": lazily(() => import("./optimize-strategy").then(({ optimizeStrategy }) => optimizeStrategy)),
  "run-backtest": lazily(() => import("./run-backtest").then(({ runBacktest }) => runBacktest)),
  "stress-backtest": lazily(() => import("./stress-backtest").then(({ stressBacktest }) => stressBacktest)),
  "sweep-backtest": lazily(() => import("./sweep-backtest").then(({ sweepBacktest }) => sweepBacktest)),
};
