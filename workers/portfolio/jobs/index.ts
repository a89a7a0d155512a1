import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "allocate-shares": lazily(() => import("./allocate-shares").then(({ allocateShares }) => allocateShares)),
  "backtest-portfolio": lazily(() => import("./backtest-portfolio").then(({ backtestPortfolio }) => backtestPortfolio)),
  "budget-risk": lazily(() => import("./budget-risk").then(({ budgetRisk }) => budgetRisk)),
  "optimize-portfolio": lazily(() => import("./optimize-portfolio").then(({ optimizePortfolio }) => optimizePortfolio)),
  "simulate-rebalancing": lazily(() => import("./simulate-rebalancing").then(({ simulateRebalancing }) => simulateRebalancing)),
  "trace-frontier": lazily(() => import("./trace-frontier").then(({ traceFrontier }) => traceFrontier)),
};
