import { memo } from "react";
import type { NewsAnalysisResult } from "../../../workers/news/types";
import { fixed, percent } from "../../lib/format.ts";
import { Chip } from "../../ui/chip.tsx";
import { Direction } from "../../ui/direction.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { HighlightedText } from "./highlighted-text.tsx";
import * as info from "./provenance.ts";

export const MARKS = { LONG: "up", SHORT: "down", NEUTRAL: "flat" } as const;
export const COLORS = { LONG: "text-up", SHORT: "text-down", NEUTRAL: "text-warn" } as const;

interface SignalResultsProps {
  text: string;
  analysis: NewsAnalysisResult;
  /** 0 to 1. */
  threshold: number;
}

/** One analyzed text: signal, topics, reasons, and expected impact. */
export const SignalResults = memo(function SignalResults({ text, analysis, threshold }: SignalResultsProps) {
  const { tradingSignals, keyTopics, reasoning, marketImpact, belowThreshold, sentiment, confidence, topics } = analysis;
  const { direction, strength, timeframe } = tradingSignals;
  return (
    <>
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2.5">
          <h2 className="font-semibold text-title">Trading Signal</h2>
          {belowThreshold ? <Chip tone="warn">below threshold</Chip> : null}
        </div>
        <div className={`@min-[520px]:[&_dl]:grid-cols-3 [&_dl>*]:px-3! ${belowThreshold ? "grayscale" : ""}`}>
          <StatStrip label="Trading Signal">
            <Stat
              label="Direction"
              word
              value={
                <span className={COLORS[direction]} data-testid="direction">
                  <Direction mark={MARKS[direction]}>{direction}</Direction>
                </span>
              }
              info={info.directionInfo(analysis)}
            />
            <Stat label="Strength" value={percent(strength)} info={info.strengthInfo(analysis)} />
            <Stat label="Timeframe" value={timeframe} info={info.timeframeInfo} />
            <Stat
              label="Confidence"
              value={percent(tradingSignals.confidence)}
              note={belowThreshold ? `below your ${percent(threshold, 0)}` : undefined}
              info={info.confidenceInfo(analysis, threshold)}
            />
            <Stat
              label="Sentiment"
              value={fixed(sentiment, 2)}
              note="0 negative, 0.5 neutral, 1 positive"
              info={info.sentimentInfo(analysis)}
            />
            <Stat label="News confidence" value={percent(confidence, 0)} info={info.newsConfidenceInfo(analysis)} />
          </StatStrip>
        </div>
      </div>
      <Panel title="Key Topics" actions={<InfoButton {...info.topicsInfo} />}>
        <div className="flex flex-wrap gap-1.5">
          {keyTopics.length === 0 ? <span className="text-muted">None of the eight topics is mentioned.</span> : null}
          {topics.map(({ topic, weight, count }) => (
            <Chip key={topic} tone="accent">
              {topic} <span className="num text-muted">{`${fixed(weight, 2)} × ${count}`}</span>
            </Chip>
          ))}
        </div>
      </Panel>
      <Panel title="Scored words" note="the words that count toward the score">
        <HighlightedText text={text} analysis={analysis} />
      </Panel>
      <Panel title="Analysis Reasoning">
        <ol className="flex list-decimal flex-col gap-1 pl-5">
          {reasoning.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </Panel>
      <div className="flex flex-col gap-2">
        <h2 className="font-semibold text-title">Market Impact Assessment</h2>
        <StatStrip label="Market Impact Assessment">
          <Stat label="Immediate" value={percent(marketImpact.immediate)} info={{ ...info.impactInfo, title: "Immediate" }} />
          <Stat label="Long-term" value={percent(marketImpact.longTerm)} info={{ ...info.impactInfo, title: "Long-term" }} />
          <Stat label="Volatility" word value={marketImpact.volatility} info={{ ...info.impactInfo, title: "Volatility" }} />
        </StatStrip>
      </div>
    </>
  );
});
