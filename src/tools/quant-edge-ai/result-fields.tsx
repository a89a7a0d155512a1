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

const field = (name: string, value: string, meaning: string, info: Omit<Provenance, "title">, title = name): Field => ({
  name,
  value,
  meaning,
  info: { ...info, title },
});

function fieldsOf({ value: analysis }: DecisionRun, used: Used): Field[] {
  const { result, columns, periods } = analysis;
  const { marketFeatures: features, newsAnalysis: news, decisionScores } = result;
  const last = used.n - 1;
  const price = (value: number | undefined) => fixed(value, used.decimals);
  const scores = actionInfo(result);
  const average = (title: string, formula: string, period: number): Omit<Provenance, "title"> => ({
    formula,
    settings: [["Period", `${period}`]],
    n: `${count(used.n)} prices`,
    source: "matches TA-Lib and TTR to 1e-10",
    computedBy: title,
  });
  return [
    field("action", result.action, "Hold, Buy or Sell", scores),
    field("decisionScores", decisionScores.map((score) => fixed(score, 2)).join(" / "), "Hold, Buy, Sell; by action", scores),
    field("confidence", fixed(result.confidence, 2), "the highest decision score", {
      formula: "max(decisionScores)",
      source: "product specification",
    }),
    field("marketConfidence", fixed(result.marketConfidence, 4), "market score, 0.5 is neutral", confidenceInfo(used)),
    field("sentimentConfidence", fixed(result.sentimentConfidence, 4), "sentiment words / 10, at most 1", newsInfo(result)),
    field("curiosityScore", fixed(result.curiosityScore, 4), "how unusual the market is", curiosityInfo(result, used)),
    field(
      "technicalIndicators.sma",
      price(columns.sma[last]),
      `latest of ${count(used.n)}; full list in the chart`,
      average("sma", "mean of the last n prices", periods.sma),
      "sma",
    ),
    field(
      "technicalIndicators.ema",
      price(columns.ema[last]),
      "latest of the list",
      average("ema", "previous + 2 / (n + 1) × (price − previous), seeded by the SMA of the first n", periods.ema),
      "ema",
    ),
    field("technicalIndicators.rsi", fixed(columns.rsi[last], 2), "latest of the list, 0 to 100", rsiInfo(used)),
    field("technicalIndicators.volatility", fixed(result.technicalIndicators.volatility, 4), "per year", volatilityInfo(used)),
    field(
      "technicalIndicators.momentum",
      significant(result.technicalIndicators.momentum, 5),
      "price − price 10 steps earlier",
      momentumInfo(used),
    ),
    field("marketFeatures.trend", fixed(features.trend, 4), "change of the 5-point average", trendInfo(used)),
    field("marketFeatures.volatility", fixed(features.volatility, 4), "per year", volatilityInfo(used)),
    field("marketFeatures.rsi", fixed(features.rsi, 2), "0 to 100; 50 with fewer than 15 points", rsiInfo(used)),
    field("marketFeatures.momentum", significant(features.momentum, 5), "in units of the price", momentumInfo(used)),
    field("newsAnalysis.score", fixed(news.score, 4), "0 negative, 0.5 neutral, 1 positive", newsInfo(result)),
    field("newsAnalysis.confidence", fixed(news.confidence, 4), "sentiment words / 10, at most 1", newsInfo(result)),
    field("newsAnalysis.wordCount", count(news.wordCount), "sentiment words", newsInfo(result)),
    field("marketData", `${count(used.n)} numbers`, `latest ${price(columns.prices[last])}`, {
      formula: "parsed prices, oldest first",
      n: `${count(used.n)} prices`,
    }),
    field("regime", result.regime, "from volatility and trend", regimeInfo(result)),
    field("timestamp", result.timestamp, "decision time, UTC", { formula: "ISO 8601 decision time" }),
  ];
}
