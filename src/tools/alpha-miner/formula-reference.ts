/** What a formula may be made of: as it is written, and what it gives. */
export const FORMULA_FUNCTIONS = [
  ["rank(x)", "percentile: among the assets of the step, or over the lookback of one series"],
  ["ts_rank(x, d)", "percentile of the newest among its last d values"],
  ["ts_min(x, d)", "least of the last d values"],
  ["ts_max(x, d)", "greatest of the last d values"],
  ["ts_mean(x, d)", "mean of the last d values"],
  ["ts_sum(x, d)", "sum of the last d values"],
  ["ts_stddev(x, d)", "sample deviation of the last d values"],
  ["ts_argmax(x, d)", "place of the greatest of the last d values, the newest being d"],
  ["ts_argmin(x, d)", "place of the least of the last d values, the newest being d"],
  ["delta(x, d)", "change over d steps"],
  ["delay(x, d)", "value d steps before"],
  ["decay_linear(x, d)", "mean of the last d values, the newest heaviest"],
  ["correlation(x, y, d)", "correlation over the last d steps"],
  ["covariance(x, y, d)", "covariance over the last d steps"],
  ["signedpower(x, a)", "sign times |x| to the power a"],
  ["log(x)", "natural logarithm"],
  ["abs(x)", "magnitude"],
  ["sign(x)", "-1, 0 or 1"],
  ["scale(x)", "share of all assets' magnitudes at the step; one series has only itself to scale by, which looks ahead"],
  ["min(x, y)", "the lesser"],
  ["max(x, y)", "the greater"],
  ["if(a > b, x, y)", "the second where the comparison holds, else the third"],
] as const;

/** Formulas of the literature, and one that cheats. */
export const FORMULA_EXAMPLES = [
  { value: "reversal", label: "Five-day reversal", text: "-delta(close, 5) / delay(close, 5)" },
  { value: "momentum", label: "Momentum, a year less a month", text: "delay(close, 21) / delay(close, 252) - 1" },
  { value: "high", label: "Distance to the year's high", text: "close / ts_max(close, 252) - 1" },
  { value: "volatility", label: "Calm against usual", text: "-ts_stddev(returns, 20) / ts_stddev(returns, 120)" },
  {
    value: "alpha9",
    label: "Formulaic alpha 9",
    text: "if(ts_min(delta(close, 1), 5) > 0, delta(close, 1), if(ts_max(delta(close, 1), 5) < 0, delta(close, 1), -delta(close, 1)))",
  },
  { value: "alpha6", label: "Formulaic alpha 6", text: "-correlation(open, volume, 10)" },
  { value: "alpha12", label: "Formulaic alpha 12", text: "-sign(delta(volume, 1)) * delta(close, 1)" },
  { value: "alpha101", label: "Formulaic alpha 101", text: "(close - open) / (high - low + 0.001)" },
  { value: "cheat", label: "Tomorrow's return, which is refused", text: "delay(close, -1) / close - 1" },
] as const;
