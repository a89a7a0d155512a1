import type { Series } from "../../../workers/contract";
import { dated, saveJson, saveTable } from "../data/save-table.ts";
import { CONVENTION } from "../programs/convention";
import type { DecisionRun } from "./use-decision.ts";

const BASE = "trading-decision";

const identity = (series: Series | null) =>
  series && { name: series.name, sha256: series.hash, length: series.length, column: series.columns[series.primary].name };

/** All inputs and results of a run without columns: enough to repeat and compare it. */
export const resultDocument = ({ value: analysis, series, news, settings, at }: DecisionRun, title: string) => ({
  tool: `Prospect ${title}`,
  ...CONVENTION,
  at: new Date(at).toISOString(),
  data: { typed: identity(series.typed), csv: identity(series.csv), prices: analysis.statistics.count },
  news,
  settings: { ...settings, periods: analysis.periods },
  result: analysis.result,
  trace: analysis.trace,
  fallbacks: analysis.fallbacks,
  drawdown: analysis.drawdown,
  statistics: analysis.statistics,
  csvStatistics: analysis.appended,
  trackRecord: analysis.replay,
});

export const saveResultJson = (run: DecisionRun, title: string): void => saveJson(resultDocument(run, title), `${BASE}.json`);

type Figure = readonly [name: string, value: string | number | null, unit: string];

function figuresOf(run: DecisionRun): Figure[] {
  const { result, statistics, periods } = run.value;
  const { marketFeatures: features, newsAnalysis: news } = result;
  return [
    ["Recommended Action", result.action, ""],
    ["Explanation", result.explanation, ""],
    ["Confidence", result.confidence, "fraction"],
    ["Curiosity Score", result.curiosityScore, "fraction"],
    ["Market Confidence", result.marketConfidence, "fraction"],
    ["Regime", result.regime, ""],
    ["News sentiment", news.score, "fraction"],
    ["News confidence", news.confidence, "fraction"],
    ["Sentiment words", news.wordCount, "words"],
    ["Trend", features.trend, "fraction"],
    ["RSI", features.rsi, "0 to 100"],
    ["Volatility", features.volatility, "fraction per year"],
    ["Momentum", features.momentum, "price"],
    ["Convention of RSI and volatility", CONVENTION.convention, ""],
    ["Prices", statistics.count, ""],
    ["Average", statistics.mean, "price"],
    ["Min", statistics.minimum, "price"],
    ["Max", statistics.maximum, "price"],
    ["SMA period", periods.sma, "steps"],
    ["EMA period", periods.ema, "steps"],
    ["RSI period", periods.rsi, "steps"],
    ["Steps per year", run.settings.annualization, ""],
    ["SHA-256, typed", run.series.typed?.hash ?? "", ""],
    ["SHA-256, CSV", run.series.csv?.hash ?? "", ""],
    ["Decided at", new Date(run.at).toISOString(), ""],
  ];
}

/** The figures as a table of text, since they are numbers, words and times. */
export function saveFigures(run: DecisionRun): void {
  const figures = figuresOf(run);
  const column = (name: string, place: 0 | 1 | 2) => ({ name, values: figures.map((figure) => String(figure[place] ?? "")) });
  void saveTable([column("Figure", 0), column("Value", 1), column("Unit", 2)], BASE);
}

/** Price, averages, RSI, drawdown and volatility per row, written in a worker whatever the number of rows. */
export async function saveSeries({ value: analysis, series: { typed, csv } }: DecisionRun): Promise<void> {
  const { prices, sma, ema, rsi, drawdown, volatility } = analysis.columns;
  const { periods } = analysis;
  const times = typed && csv ? null : ((typed ?? csv)?.times ?? null);
  const columns = dated(times, [
    { name: "Price", values: prices },
    { name: `SMA ${periods.sma}`, values: sma },
    { name: `EMA ${periods.ema}`, values: ema },
    { name: `RSI ${periods.rsi}`, values: rsi },
    { name: "Drawdown", values: drawdown },
    { name: "Volatility", values: volatility },
  ]);
  await saveTable(columns, "technical-analysis");
}
