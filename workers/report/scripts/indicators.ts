import type { ScriptTemplate } from "./script";

const CONVENTIONS = [
  "SMA and EMA are seeded with the mean of the first period; the RSI is Wilder's, seeded with the mean changes of the first period.",
];

export const indicatorsScript: ScriptTemplate = {
  python: {
    notes: [
      "Written for pandas 1.5; TA-Lib 0.4 or later is used if installed.",
      ...CONVENTIONS,
      "pandas' ewm(adjust=False) starts from the first value; here it is seeded with the mean instead.",
    ],
    code: `
import pandas as pd

prices = pd.Series(data["prices"])


def report_column(program, name, column):
    """The last value of a column and the middle one; a column shorter than the prices ends with them."""
    column = np.asarray(column)
    report(program, f"{name}, last", column[-1])
    report(program, f"{name}, middle", column[len(prices) // 2 - len(prices)] if len(prices) - len(prices) // 2 <= len(column) else np.nan)


def smoothed(values, period, weight):
    """The mean of the first period, then exponential smoothing."""
    seeded = pd.concat([pd.Series([values.iloc[:period].mean()]), values.iloc[period:]])
    return seeded.ewm(alpha=weight, adjust=False).mean()


report_column("pandas", "SMA", prices.rolling(int(settings["sma"])).mean())
report_column("pandas", "EMA", smoothed(prices, int(settings["ema"]), 2 / (settings["ema"] + 1)))
change = prices.diff().iloc[1:]
gain = smoothed(change.clip(lower=0), int(settings["rsi"]), 1 / settings["rsi"])
loss = smoothed(-change.clip(upper=0), int(settings["rsi"]), 1 / settings["rsi"])
report_column("pandas", "RSI", 100 * gain / (gain + loss))

try:
    import talib
except ImportError:
    print("TA-Lib is not installed: pip install TA-Lib")
else:
    program = f"TA-Lib {talib.__version__}"
    report_column(program, "SMA", talib.SMA(data["prices"], int(settings["sma"])))
    report_column(program, "EMA", talib.EMA(data["prices"], int(settings["ema"])))
    report_column(program, "RSI", talib.RSI(data["prices"], int(settings["rsi"])))
`,
  },
  r: {
    notes: ["Written for R 4.2 and TTR 0.24.", ...CONVENTIONS],
    code: `
prices <- data[["prices"]]
report_column <- function(program, name, column) {
  report(program, paste0(name, ", last"), tail(column, 1))
  report(program, paste0(name, ", middle"), column[length(prices) %/% 2 + 1])
}
if (requireNamespace("TTR", quietly = TRUE)) {
  program <- paste("TTR", packageVersion("TTR"))
  report_column(program, "SMA", TTR::SMA(prices, settings[["sma"]]))
  report_column(program, "EMA", TTR::EMA(prices, settings[["ema"]]))
  report_column(program, "RSI", TTR::RSI(prices, settings[["rsi"]]))
} else cat("TTR is not installed: install.packages(\\"TTR\\")\\n")
`,
  },
};
