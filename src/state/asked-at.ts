/** The questions each screen writes down: a run that names another screen than its question has would fill that one with settings it does not know. */
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

/** The screens that ask a question, where the one it is said to be of is none of them; null where it is, or where none is known to. */
export function otherScreens({ screen, job }: { screen: string; job: string }): string[] | null {
  const screens = Object.keys(QUESTIONS).filter((path) => QUESTIONS[path].includes(job));
  return screens.length === 0 || screens.includes(screen) ? null : screens;
}
