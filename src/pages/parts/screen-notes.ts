/** What one does on a screen, in a sentence. */
const NOTES: Record<string, string> = {
  "/llm-trader": "Scores news, names its topics and turns it into a signal with its reasons.",
  "/alpha-miner": "Computes factors on your series and tests what they foretell.",
  "/market-analysis": "Prices and news in, Buy, Sell or Hold out, with the rule that fired.",
  "/quant-edge-ai": "The decision engine's console: every field and every rule, met or not.",
  "/risk-management": "Drawdown, value at risk and stress, with intervals and warnings.",
  "/portfolio": "Optimal weights, the frontier, and rebalancing with costs.",
  "/strategy-builder": "Puts a strategy together from rules and behavioral weights.",
  "/validation": "Walk-forward, cross-validation and bootstrap: does it hold out of sample?",
  "/backtester": "Runs a strategy over your data with costs and slippage.",
  "/garch-model": "Fits volatility with robust errors, diagnostics and a forecast fan.",
  "/market-curiosity": "How unusual the market is now, and which features make it so.",
  "/markov-regime": "Bull, bear and calm: the regimes in a series and how long they last.",
  "/lyapunov": "Looks for chaos in a series and tests it against surrogates.",
  "/convert-data": "Turns a trading report into a clean CSV file.",
  "/data-integration": "Files, feeds and sources, and what they hold.",
  "/test-api": "Sends requests to the API and shows what comes back.",
  "/docs": "Every call of the API, with examples that run here.",
  "/status": "What this device, its storage and its workers are doing.",
  "/demo": "Asks for a guided tour on your own data.",
  "/subscription": "The plans, and what you use.",
  "/clients": "Clients and the portfolios kept for them.",
  "/profile": "Your name, role and initials on this device.",
  "/settings": "Theme, figures, threads, data and keys.",
};

export const screenNote = (path: string): string => NOTES[path] ?? "";
