/** Proper names and abbreviations in the names of functions, settings and figures. */
const PROPER: ReadonlyMap<string, string> = new Map(
  [
    "AIC BIC ACF ADX APARCH AR ARCH ATR CAGR CPCV CSCV EGARCH ES ETL EVT EWMA FFT FIGARCH GARCH GJR GPD HAC HAR IAAFT KPSS LM MACD OLS PBO PIN QLIKE RNG RSI SMA EMA VIF VR",
    "Bartlett Bayes James Stein Calmar Cornish Fisher Engle Euler Gauss Hansen Hill Hurst Jarque Bera Kelly Kendall Kupiec Christoffersen Ledoit Wolf Ljung",
    "Box Lyapunov Markov Monte Carlo Nelson Omega Parkinson Pareto Pearson Rogers Satchell Sharpe Sortino Spearman Student Theiler Viterbi Welch",
    "Yang Zhang Garman Klass Grassberger Procaccia Wald",
  ]
    .join(" ")
    .split(" ")
    .map((word) => [word.toLowerCase(), word] as const),
);

const HYPHENATED = /\b(half|log|pre|bayes|james) (life|likelihood|sample|stein)\b/gi;

/** A camel-case name or a stored choice as words of a sentence: "sharpeRatio" → "Sharpe ratio", "first-come" → "first-come". */
export const nameInWords = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[a-z]+/g, (word) => PROPER.get(word) ?? word)
    .replace(HYPHENATED, "$1-$2");

export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The name of a function as a title: "fftStart" → "FFT start". */
export const methodTitle = (name: string): string => capitalized(nameInWords(name));
