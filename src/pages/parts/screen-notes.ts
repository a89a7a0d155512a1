/** What one does on a screen, in a sentence. */
const NOTES: Record<string, string> = {
  "/llm-trader": "Scores news, identifies topics and derives a signal with its reasoning.",
  "/alpha-miner": "Computes factors on your series and tests their predictive power.",
  "/market-analysis": "Buy, Sell or Hold from prices and news, with the rule that triggered.",
  "/quant-edge-ai": "Decision engine console: every field and rule, met or not.",
  "/risk-management": "Drawdown, value at risk and stress, with intervals and warnings.",
  "/portfolio": "Optimal weights, the frontier, and rebalancing with costs.",
  "/strategy-builder": "Builds a strategy from rules and behavioral weights.",
  "/validation": "Walk-forward, cross-validation and bootstrap: does a strategy hold up out of sample?",
  "/backtester": "Runs a strategy over your data with costs and slippage.",
  "/garch-model": "Fits volatility with robust errors, diagnostics and a forecast fan.",
  "/market-curiosity": "How unusual the market is now, and which features drive it.",
  "/markov-regime": "Bull, bear and calm: the regimes in a series and how long they last.",
  "/lyapunov": "Tests a series for chaos against surrogate data.",
  "/batch": "One question asked of every column, file or symbol: a sortable row each.",
  "/convert-data": "Turns a trading report into a clean CSV file.",
  "/data-integration": "Market data and news feeds.",
  "/test-api": "Sends requests to the API and shows the responses.",
  "/docs": "API reference with live examples.",
  "/status": "CPU, memory, storage and workers on this device.",
  "/demo": "Request a guided tour on your own data.",
  "/subscription": "Plans and usage.",
  "/clients": "Clients and their portfolios.",
  "/profile": "Your name, role and initials on this device.",
  "/settings": "Theme, number formats, threads, data and keys.",
};

export const screenNote = (path: string): string => NOTES[path] ?? "";
