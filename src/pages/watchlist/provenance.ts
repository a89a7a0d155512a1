import * as v from "valibot";
import { riskSchema } from "../../../workers/risk/schema";
import { count, plain, plural } from "../../lib/format.ts";
import type { WatchedRow } from "../../state/watch/watchlist";
import type { Provenance } from "../../ui/info-button.tsx";

const { confidenceLevel, lookbackPeriod } = v.getDefaults(riskSchema);

/** Range of counts over the rows, as text: "252", "120–252". */
function range(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (numbers.length === 0) return "none yet";
  return least === most ? count(least) : `${count(least)}–${count(most)}`;
}

/** Provenance of each column: formula, settings and n of the existing rows. */
export function provenanceOf(rows: readonly WatchedRow[]) {
  const found = rows.flatMap(({ found, perYear }) => (found?.figures ? [{ ...found.figures, perYear }] : []));
  const series = plural(found.length, "series", "series");
  const perYear: [string, string] = ["Steps per year", range(found.map((figures) => figures.perYear))];
  const returns = `${range(found.map(({ length, kind }) => length - (kind === "values" ? 1 : 0)))} returns; ${series}`;
  const losses = `${range(found.map(({ lookback }) => lookback))} latest returns; ${series}`;
  return {
    day: {
      title: "1 day change",
      formula: "latest value / value one calendar day before − 1; the last one at or before that moment, at most 7 days older",
      settings: [["Without dates", "1 step"]],
      n: series,
    },
    month: {
      title: "1 month change",
      formula: "latest value / value one calendar month before − 1; the last one at or before that day, at most 7 days older",
      settings: [["Without dates", "21 steps"]],
      n: series,
    },
    volatility: {
      title: "Volatility",
      formula: "standard deviation (n − 1) of simple returns × √(steps per year)",
      settings: [perYear],
      n: returns,
      source: "as on Risk Manager",
    },
    regime: {
      title: "Market regime",
      computedBy: "forwardTwo",
      formula: "likeliest of two Gaussian regimes at the latest return, by its filtered probability",
      settings: [
        ["Regimes", "2, ordered by mean; if the means hardly differ, Bull is the calm one"],
        ["Seed", "1"],
      ],
      n: `${returns}; at least 100`,
      source: "as on Markov Regime",
    },
    valueAtRisk: {
      title: "Value at risk",
      computedBy: "lossFigures",
      formula: "−quantile of the latest returns: the loss of one step exceeded with probability 1 − confidence, as a share of value",
      settings: [
        ["Method", "Historical VaR"],
        ["Confidence", `${plain(100 * confidenceLevel)}%`],
        ["Lookback", `${count(lookbackPeriod)} returns`],
      ],
      n: losses,
      source: "as on Risk Manager",
    },
    maxDrawdown: {
      title: "Max drawdown",
      computedBy: "drawdownsOf",
      formula: "largest decline from the running maximum",
      n: returns,
      source: "as on Risk Manager",
    },
    drawdown: {
      title: "Current drawdown",
      formula: "latest value / running maximum − 1",
      n: returns,
    },
    decision: {
      title: "Recommended action",
      formula: "first Buy or Sell rule whose conditions are all met, else Hold; news neutral (0.5)",
      settings: [["RSI", "14 steps"], perYear],
      n: series,
      source: "as on Trading Engine; the history of a series is replayed there",
    },
  } satisfies Record<string, Provenance>;
}
