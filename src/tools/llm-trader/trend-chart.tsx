import { memo, useMemo } from "react";
import { SENTIMENT_WINDOW } from "../../../workers/news/schema";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart.tsx";
import { clockTime, fixed, plural } from "../../lib/format.ts";
import type { KeptDecision } from "../../state/decisions";
import { SampleChip } from "../../ui/badge.tsx";
import { sentimentWindow } from "./sentiment-window";

/** Number of analyses shown in the chart. */
const SHOWN = 5;
/** Five illustrative values, shown until there are five analyses. */
const SAMPLES = [
  { source: "Sample newswire", sentiment: 0.62, confidence: 0.7 },
  { source: "Sample daily", sentiment: 0.55, confidence: 0.6 },
  { source: "Sample broker note", sentiment: 0.71, confidence: 0.8 },
  { source: "Sample filing", sentiment: 0.48, confidence: 0.5 },
  { source: "Sample blog", sentiment: 0.66, confidence: 0.4 },
] as const;

/** Sentiment and confidence of the last five analyses. */
export const TrendChart = memo(function TrendChart({ decisions }: { decisions: readonly KeptDecision[] }) {
  const live = decisions.length >= SHOWN;
  const recent = useMemo(() => sentimentWindow(decisions), [decisions]);
  const { x, panes } = useMemo(() => {
    const newest = decisions.slice(0, SHOWN).reverse();
    const points = live
      ? newest.map(({ body }) => ({ source: clockTime(body.at), sentiment: body.sentiment, confidence: body.newsConfidence }))
      : SAMPLES;
    const axis: ChartAxis = { kind: "index", values: null, label: live ? "Analysis" : "Source", names: points.map(({ source }) => source) };
    const drawn: ChartPane[] = [
      {
        key: "sentiment",
        share: 1,
        range: [0, 1],
        digits: 2,
        guides: [{ y: 0.5, label: "0.5" }],
        series: [
          {
            key: "sentiment",
            label: "Sentiment",
            kind: "line",
            color: "accent",
            values: Float64Array.from(points, (point) => point.sentiment),
          },
          {
            key: "confidence",
            label: "Confidence",
            kind: "line",
            color: "warn",
            dashed: true,
            values: Float64Array.from(points, (point) => point.confidence),
          },
        ],
      },
    ];
    return { x: axis, panes: drawn };
  }, [decisions, live]);
  return (
    <TimeChart
      title="Market Sentiment Trends"
      subtitle={live ? "your last five analyses" : `sample sources, until you have five analyses (${decisions.length} so far)`}
      x={x}
      panes={panes}
      height={190}
      exportName="market-sentiment-trends"
      footer={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {live ? null : (
            <span className="flex items-center gap-2">
              <SampleChip /> illustrative values from fictional sources
            </span>
          )}
          {recent ? (
            <span>
              {`Mean sentiment of the ${SENTIMENT_WINDOW} hours up to the latest analysis: ${fixed(recent.mean, 2)} (${plural(recent.analyses, "analysis", "analyses")})`}
            </span>
          ) : null}
        </span>
      }
    />
  );
});
