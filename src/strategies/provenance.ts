import { RULES_DEFAULT } from "../../workers/backtest/schema";
import { count, percent, plain } from "../lib/format.ts";
import type { Provenance } from "../ui/info-button.tsx";
import { blockText } from "./block-words";
import { costWords } from "./cost-words";
import { familyOf } from "./families";
import type { BacktestRun } from "./use-backtest";

/** Provenance of every figure of a backtest. */
export function provenanceOf({ value, strategy, annualization }: BacktestRun) {
  const { settings, statistics, rows } = value;
  const n = `${count(rows)} rows, ${count(statistics.trades)} closed trades`;
  const costs: [string, string] = ["Costs", costWords(value)];
  const least: [string, string][] =
    settings.minimumCommission > 0
      ? [["Minimum commission", "charged in full on a sale worth less, too: cash may fall below 0, and an account that does is wiped out"]]
      : [];
  const fills: [string, string] = ["Fills", value.fill];
  const year: [string, string] = ["Steps per year", plain(annualization)];
  const score = strategy.type === "rules" ? blockText(strategy.rules ?? RULES_DEFAULT) : familyOf(strategy.type).formula;
  const rule: [string, string] = ["Score", score];
  return {
    returns: { title: "Total Return", computedBy: "backtestRun", formula: "last equity / capital − 1", settings: [rule, fills, costs], n },
    sharpe: {
      title: "Sharpe Ratio",
      computedBy: "sharpeRatio",
      formula: "(mean − rf / N) / sd · √N of the equity's simple returns",
      settings: [["Risk-free rate", percent(settings.riskFree)], year],
      n: `${count(rows - 1)} returns`,
      differs: "QuantStats uses a risk-free rate of 0 by default; backtesting.py compounds the annual return.",
    },
    drawdown: { title: "Max Drawdown", computedBy: "drawdown", formula: "min of (equity / running maximum) − 1", n },
    winRate: {
      title: "Win Rate",
      computedBy: "tradeFigures",
      formula: "closed trades with a profit after costs / closed trades",
      settings: [costs],
      n,
      differs: "A trade still open at the end is listed separately and not counted.",
    },
    adjustment: {
      title: "Behavioral Adjustment",
      computedBy: "pressureWeights",
      formula: "weight · (1 − 0.5 · min(1, 2.25 · distance from the highest close of the last 22 rows))",
      settings: [
        ["Loss aversion", "2.25"],
        ["Reference", "22 rows"],
      ],
    },
    statistics: {
      title: "Trade statistics",
      computedBy: "tradeFigures",
      formula: "of closed trades, net of costs",
      settings: [costs, ...least, fills],
      n,
    },
    account: {
      title: "Performance",
      computedBy: "equitySwings",
      formula:
        "profit = final equity − capital; run-up and drawdown from the running minimum and maximum; all others from simple returns of equity",
      settings: [["Risk-free rate", percent(settings.riskFree)], year, costs, ...least, fills],
      n: `${count(rows)} rows`,
      differs: "Some TradingView versions measure run-up at trade closes; here it is measured at every close.",
    },
    score: { title: "Signal", computedBy: "decisionsOf", formula: score, n },
  } satisfies Record<string, Provenance>;
}
