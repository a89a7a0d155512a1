import type { ProgramFigure, Tool } from "./tool-figures";

interface Defined {
  formula: string;
  /** What it was validated against, if not the program's default. */
  compared?: string;
}

interface Definitions {
  source: string;
  /** What its figures were validated against. */
  compared: string;
  of: Partial<Record<ProgramFigure, Defined>>;
}

const DRAWDOWN: Defined = { formula: "minimum of value / running maximum − 1" };
const DEVIATION: Defined = { formula: "deviation (n − 1) of simple returns × √steps" };
const GROWTH: Defined = { formula: "(last / first)^(steps / n) − 1" };

const REPORT = "a strategy report of June 2026, all digits it prints";
const CALC = "Excel's formula run in LibreOffice Calc 7.4.7 on four series, to 1e-9; not in Excel itself";

/**
 * How each program defines a figure, from its source code, and what our implementation was validated against. The numbers are in
 * tests/fixtures/golden.
 */
export const DEFINITIONS: Record<Tool, Definitions> = {
  quantstats: {
    source: "quantstats/stats.py, version 0.0.81",
    compared: "QuantStats 0.0.81 run on six series, to 1e-9",
    of: {
      maxDrawdown: DRAWDOWN,
      valueAtRisk: { formula: "normal quantile: −(mean + z · deviation), deviation with n − 1" },
      shortfall: { formula: "mean loss of the returns below its normal VaR" },
      sharpe: { formula: "(mean − rate) / deviation × √steps; rate = (1 + rf)^(1 / steps) − 1" },
      sortino: { formula: "(mean − rate) / downside over all n × √steps; rate = (1 + rf)^(1 / steps) − 1" },
      volatility: DEVIATION,
      cagr: GROWTH,
    },
  },
  empyrical: {
    source: "empyrical/stats.py, version 0.5.5, which pyfolio prints",
    compared: "empyrical 0.5.5 run on six series, to 1e-9",
    of: {
      maxDrawdown: DRAWDOWN,
      valueAtRisk: { formula: "historical: quantile (type 7) of the returns" },
      shortfall: { formula: "mean of the floor((n − 1)(1 − confidence)) + 1 lowest returns" },
      sharpe: { formula: "(mean − rf / steps) / deviation (n − 1) × √steps" },
      sortino: { formula: "(mean − rf / steps) / downside over all n × √steps" },
      volatility: DEVIATION,
      cagr: GROWTH,
    },
  },
  performanceAnalytics: {
    source: "PerformanceAnalytics 2.0.8 for R; Boudt, Peterson and Croux (2008)",
    compared: "PerformanceAnalytics 2.0.8 run on six series, to 1e-9",
    of: {
      maxDrawdown: DRAWDOWN,
      valueAtRisk: { formula: "modified (Cornish-Fisher), deviation over n" },
      shortfall: { formula: "modified, under the Edgeworth density; at least the VaR" },
      sharpe: { formula: "compounded yearly return in excess of rf / steps, over the yearly volatility" },
      sortino: { formula: "(mean − rf / steps) / downside over all n, of one step, not per year" },
      volatility: DEVIATION,
      cagr: GROWTH,
    },
  },
  tradingView: {
    source: "TradingView's help pages and the scripts of its built-in indicators",
    compared: REPORT,
    of: {
      maxDrawdown: {
        formula: "close to close, of the equity at the close of trades; its intrabar drawdown needs trades",
        compared: `${REPORT}, within a cent`,
      },
      sharpe: { formula: "(mean of monthly returns − rf / 12) / deviation over n, not per year" },
      sortino: { formula: "(mean of monthly returns − rf / 12) / downside over n, not per year" },
      volatility: {
        formula: "Historical Volatility: deviation (over n) of the last 10 log returns × √365, for weeks √(365 / 7)",
        compared: "its script only: no published value to compare with",
      },
      cagr: { formula: "(last / first)^(365 / days) − 1" },
      rsi: {
        formula: "100 × G / (G + L), Wilder's averages seeded with the mean of the first changes: the same as here",
        compared: "its chart on 1,006 bars, both decimals",
      },
    },
  },
  excel: {
    source: "support.microsoft.com on each function",
    compared: CALC,
    of: {
      maxDrawdown: { formula: "=MIN(values / running maximum − 1); Excel has no function for it" },
      valueAtRisk: {
        formula: "=−PERCENTILE.INC(returns, 1 − confidence)",
        compared: `Microsoft's example; ${CALC}`,
      },
      shortfall: { formula: "=−AVERAGEIF(returns, at or below that percentile)" },
      sharpe: { formula: "=(AVERAGE − rf / steps) / STDEV.S × SQRT(steps)" },
      sortino: { formula: "=(AVERAGE − rf / steps) / SQRT(SUMSQ of shortfalls / COUNT) × SQRT(steps)" },
      volatility: { formula: "=STDEV.S × SQRT(steps); STDEV.P divides by n", compared: `Microsoft's example; ${CALC}` },
      cagr: { formula: "=RRI(n / steps, first, last)", compared: `Microsoft's example; ${CALC}` },
    },
  },
};
