/** What a person calls a computation; jobs that run unseen need no name here. */
const WORDS: Record<string, string> = {
  "analyse-curiosity": "Curiosity analysis",
  "analyse-market": "Trading decision",
  "analyse-news": "News analysis",
  "analyse-risk": "Risk analysis",
  "backtest-portfolio": "Portfolio backtest",
  "budget-risk": "Risk budget",
  "convert-results": "Reading of trading results",
  "diagnose-garch": "GARCH diagnostics",
  "estimate-lyapunov": "Lyapunov analysis",
  "export-table": "Export",
  "fit-garch": "GARCH fit",
  "fit-har": "HAR fit",
  "fit-regimes": "Regime fit",
  "forecast-garch": "GARCH forecast",
  "measure-contributions": "Risk contributions",
  "measure-structure": "Structure analysis",
  "mine-factors": "Factor search",
  "optimise-portfolio": "Portfolio optimisation",
  "read-series": "Reading of data",
  "refit-garch": "Rolling GARCH refits",
  "score-dated-news": "News scores",
  "score-news": "News scores",
  "search-garch": "GARCH model search",
  "simulate-rebalancing": "Rebalancing simulation",
  "test-kernels": "Self-test",
  "trace-frontier": "Efficient frontier",
  "validate-candidates": "Validation",
};

/** "fit-garch" → "GARCH fit"; a job without a name of its own is called by what it does. */
export const jobWords = (job: string): string => WORDS[job] ?? job.charAt(0).toUpperCase() + job.slice(1).replaceAll("-", " ");
