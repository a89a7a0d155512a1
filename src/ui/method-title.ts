/** Names of people and abbreviations inside the names of functions. */
const PROPER: Record<string, string> = Object.fromEntries(
  [
    "AIC BIC ACF ADX ARCH ATR CSCV EGARCH ES ETL EVT EWMA FFT FIGARCH GARCH GJR GPD HAC HAR KPSS LM MACD OLS PBO PIN QLIKE RNG RSI SMA EMA VIF VR",
    "Bartlett Bayes Calmar Cornish Fisher Engle Euler Gauss Hansen Hill Hurst Jarque Bera Kelly Kendall Kupiec Christoffersen Ledoit Wolf Ljung",
    "Box Lyapunov Markov Monte Carlo Nelson Omega Parkinson Pareto Pearson Rogers Satchell Sharpe Sortino Spearman Student Theiler Viterbi Welch",
    "Yang Zhang Garman Klass Grassberger Procaccia Wald",
  ]
    .join(" ")
    .split(" ")
    .map((word) => [word.toLowerCase(), word]),
);

/** The name of a function as words: "sharpeRatio" → "Sharpe ratio", "fftStart" → "FFT start". */
export function methodTitle(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(" ")
    .map((word) => PROPER[word] ?? word)
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
