/** The jobs recorded by each screen: a run with another screen than its job's would fill that screen with settings it does not know. */
export const QUESTIONS: Record<string, readonly string[]> = {
  "/alpha-miner": ["check-formula", "mine-factors", "search-formulas"],
  "/backtester": ["run-backtest", "stress-backtest", "sweep-backtest"],
  "/batch": ["answer-series"],
  "/convert-data": ["convert-results"],
  "/garch-model": ["fit-garch", "refit-garch", "search-garch"],
  "/llm-trader": ["analyze-articles", "analyze-news"],
  "/lyapunov": ["estimate-lyapunov"],
  "/market-analysis": ["analyze-market"],
  "/market-curiosity": ["analyze-curiosity", "measure-structure", "refine-patterns"],
  "/markov-regime": ["fit-regimes", "time-regimes"],
  "/portfolio": ["backtest-portfolio", "measure-contributions", "optimize-portfolio", "simulate-rebalancing"],
  "/quant-edge-ai": ["analyze-market", "decide-columns", "replay-market"],
  "/risk-management": ["analyze-risk", "budget-risk", "measure-contributions"],
  "/strategy-builder": ["optimize-strategy", "run-backtest"],
  "/validation": ["validate-candidates"],
};

/** The screens of a job, if the stated one is not among them; null if it is, or if the job's screens are unknown. */
export function otherScreens({ screen, job }: { screen: string; job: string }): string[] | null {
  const screens = Object.keys(QUESTIONS).filter((path) => QUESTIONS[path].includes(job));
  return screens.length === 0 || screens.includes(screen) ? null : screens;
}
