import { Fragment, type ReactNode } from "react";
import {
  actionInfo,
  confidenceInfo,
  curiosityInfo,
  momentumInfo,
  newsInfo,
  regimeInfo,
  rsiInfo,
  trendInfo,
  volatilityInfo,
} from "../../analysis/decision/provenance.tsx";
import type { DecisionRun } from "../../analysis/decision/use-decision.ts";
import type { Used } from "../../analysis/decision/used.ts";
import { count, fixed, significant } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton, type Provenance } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";

interface Field {
  name: string;
  value: string;
  meaning: string;
  info: Provenance;
}

/** A long name may wrap after its dot. */
const breakable = (name: string): ReactNode =>
  name.split(/(?<=\.)/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a constant name
    <Fragment key={place}>
      {place > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));

const COLUMNS: readonly TableColumn<Field>[] = [
  {
    id: "field",
    header: "Field",
    cell: ({ name }) => (
      <span className="num @max-[640px]:block @max-[640px]:w-[11.25rem] @max-[640px]:text-small [overflow-wrap:anywhere]">
        {breakable(name)}
      </span>
    ),
    text: ({ name }) => name,
  },
  { id: "value", header: "Value", matters: true, cell: ({ value }) => value },
  {
    id: "meaning",
    header: "Meaning",
    words: true,
    cell: ({ meaning, info }): ReactNode => (
      <span className="flex items-center gap-3 text-muted @min-[640px]:justify-between">
        {meaning}
        <InfoButton {...info} />
      </span>
    ),
    text: ({ meaning }) => meaning,
  },
];

/** The engine's analysis result, every field by name. */
export function ResultFields({ run, used }: { run: DecisionRun; used: Used }) {
  return (
    <Panel title="Analysis result" note="all fields, by name" flush>
      <DataTable label="Analysis result" columns={COLUMNS} rows={fieldsOf(run, used)} rowKey={({ name }) => name} />
    </Panel>
  );
}

function fieldsOf({ value: analysis }: DecisionRun, used: Used): Field[] {
  const { result, columns, periods } = analysis;
  const { marketFeatures: features, newsAnalysis: news, decisionScores } = result;
  const last = used.n - 1;
  const price = (value: number | undefined) => fixed(value, used.decimals);
  const named = (info: Provenance, title: string): Provenance => ({ ...info, title });
  const scores = actionInfo(result);
  const average = (title: string, formula: string, period: number): Provenance => ({
    title,
    formula,
    settings: [["Period", `${period}`]],
    n: `${count(used.n)} prices`,
    source: "matches TA-Lib and TTR to 1e-10",
    computedBy: title,
  });
  return [
    { name: "action", value: result.action, meaning: "Hold, Buy or Sell", info: named(scores, "action") },
    {
      name: "decisionScores",
      value: decisionScores.map((score) => fixed(score, 2)).join(" / "),
      meaning: "Hold, Buy, Sell; by action",
      info: named(scores, "decisionScores"),
    },
    {
      name: "confidence",
      value: fixed(result.confidence, 2),
      meaning: "the highest decision score",
      info: { title: "confidence", formula: "max(decisionScores)", source: "product specification" },
    },
    {
      name: "marketConfidence",
      value: fixed(result.marketConfidence, 4),
      meaning: "market score, 0.5 is neutral",
      info: named(confidenceInfo(used), "marketConfidence"),
    },
    {
      name: "sentimentConfidence",
      value: fixed(result.sentimentConfidence, 4),
      meaning: "sentiment words / 10, at most 1",
      info: named(newsInfo(result), "sentimentConfidence"),
    },
    {
      name: "curiosityScore",
      value: fixed(result.curiosityScore, 4),
      meaning: "how unusual the market is",
      info: named(curiosityInfo(result, used), "curiosityScore"),
    },
    {
      name: "technicalIndicators.sma",
      value: price(columns.sma[last]),
      meaning: `latest of ${count(used.n)}; full list in the chart`,
      info: average("sma", "mean of the last n prices", periods.sma),
    },
    {
      name: "technicalIndicators.ema",
      value: price(columns.ema[last]),
      meaning: "latest of the list",
      info: average("ema", "previous + 2 / (n + 1) × (price − previous), seeded by the SMA of the first n", periods.ema),
    },
    {
      name: "technicalIndicators.rsi",
      value: fixed(columns.rsi[last], 2),
      meaning: "latest of the list, 0 to 100",
      info: named(rsiInfo(used), "technicalIndicators.rsi"),
    },
    {
      name: "technicalIndicators.volatility",
      value: fixed(result.technicalIndicators.volatility, 4),
      meaning: "per year",
      info: named(volatilityInfo(used), "technicalIndicators.volatility"),
    },
    {
      name: "technicalIndicators.momentum",
      value: significant(result.technicalIndicators.momentum, 5),
      meaning: "price − price 10 steps earlier",
      info: named(momentumInfo(used), "technicalIndicators.momentum"),
    },
    {
      name: "marketFeatures.trend",
      value: fixed(features.trend, 4),
      meaning: "change of the 5-point average",
      info: named(trendInfo(used), "marketFeatures.trend"),
    },
    {
      name: "marketFeatures.volatility",
      value: fixed(features.volatility, 4),
      meaning: "per year",
      info: named(volatilityInfo(used), "marketFeatures.volatility"),
    },
    {
      name: "marketFeatures.rsi",
      value: fixed(features.rsi, 2),
      meaning: "0 to 100; 50 with fewer than 15 points",
      info: named(rsiInfo(used), "marketFeatures.rsi"),
    },
    {
      name: "marketFeatures.momentum",
      value: significant(features.momentum, 5),
      meaning: "in units of the price",
      info: named(momentumInfo(used), "marketFeatures.momentum"),
    },
    {
      name: "newsAnalysis.score",
      value: fixed(news.score, 4),
      meaning: "0 negative, 0.5 neutral, 1 positive",
      info: named(newsInfo(result), "newsAnalysis.score"),
    },
    {
      name: "newsAnalysis.confidence",
      value: fixed(news.confidence, 4),
      meaning: "sentiment words / 10, at most 1",
      info: named(newsInfo(result), "newsAnalysis.confidence"),
    },
    {
      name: "newsAnalysis.wordCount",
      value: count(news.wordCount),
      meaning: "sentiment words",
      info: named(newsInfo(result), "newsAnalysis.wordCount"),
    },
    {
      name: "marketData",
      value: `${count(used.n)} numbers`,
      meaning: `latest ${price(columns.prices[last])}`,
      info: { title: "marketData", formula: "parsed prices, oldest first", n: `${count(used.n)} prices` },
    },
    { name: "regime", value: result.regime, meaning: "from volatility and trend", info: named(regimeInfo(result), "regime") },
    {
      name: "timestamp",
      value: result.timestamp,
      meaning: "decision time, UTC",
      info: { title: "timestamp", formula: "ISO 8601 decision time" },
    },
  ];
}
