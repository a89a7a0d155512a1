/** Building blocks of formulas: syntax and value. */
export const FORMULA_FUNCTIONS = [
  ["rank(x)", "percentile: among the assets of the step, or over the lookback of one series"],
  ["ts_rank(x, d)", "percentile of the latest value among the last d"],
  ["ts_min(x, d)", "minimum of the last d values"],
  ["ts_max(x, d)", "maximum of the last d values"],
  ["ts_mean(x, d)", "mean of the last d values"],
  ["ts_sum(x, d)", "sum of the last d values"],
  ["ts_stddev(x, d)", "sample standard deviation of the last d values"],
  ["ts_argmax(x, d)", "position of the maximum in the last d values; d is the latest"],
  ["ts_argmin(x, d)", "position of the minimum in the last d values; d is the latest"],
  ["delta(x, d)", "change over d steps"],
  ["delay(x, d)", "value d steps earlier"],
  ["decay_linear(x, d)", "linearly weighted mean of the last d values, the latest heaviest"],
  ["correlation(x, y, d)", "correlation over the last d steps"],
  ["covariance(x, y, d)", "covariance over the last d steps"],
  ["signedpower(x, a)", "sign(x) · |x|^a"],
  ["log(x)", "natural logarithm"],
  ["abs(x)", "magnitude"],
  ["sign(x)", "-1, 0 or 1"],
  ["scale(x)", "scaled so that absolute values sum to 1 across assets; a single series would look ahead"],
  ["min(x, y)", "the smaller"],
  ["max(x, y)", "the larger"],
  ["if(a > b, x, y)", "the second argument if the comparison is true, otherwise the third"],
] as const;

/** Formulas from the literature, and one with look-ahead. */
export const FORMULA_EXAMPLES = [
  { value: "reversal", label: "Five-day reversal", text: "-delta(close, 5) / delay(close, 5)" },
  { value: "momentum", label: "12–1 month momentum", text: "delay(close, 21) / delay(close, 252) - 1" },
  { value: "high", label: "Distance from 52-week high", text: "close / ts_max(close, 252) - 1" },
  { value: "volatility", label: "Relative volatility", text: "-ts_stddev(returns, 20) / ts_stddev(returns, 120)" },
  {
    value: "alpha9",
    label: "Formulaic alpha 9",
    text: "if(ts_min(delta(close, 1), 5) > 0, delta(close, 1), if(ts_max(delta(close, 1), 5) < 0, delta(close, 1), -delta(close, 1)))",
  },
  { value: "alpha6", label: "Formulaic alpha 6", text: "-correlation(open, volume, 10)" },
  { value: "alpha12", label: "Formulaic alpha 12", text: "-sign(delta(volume, 1)) * delta(close, 1)" },
  { value: "alpha101", label: "Formulaic alpha 101", text: "(close - open) / (high - low + 0.001)" },
  { value: "cheat", label: "Tomorrow's return (rejected: look-ahead)", text: "delay(close, -1) / close - 1" },
] as const;
