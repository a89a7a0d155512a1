import { useMemo } from "react";
import { DecisionPanel } from "../../analysis/decision/decision-panel.tsx";
import { saveSeries } from "../../analysis/decision/export-results.ts";
import { MarketFeatures } from "../../analysis/decision/market-features.tsx";
import { ScoreStrip } from "../../analysis/decision/score-strip.tsx";
import { type DecisionShown, StaleDecision } from "../../analysis/decision/stale-decision.tsx";
import { TrackRecord } from "../../analysis/decision/track-record.tsx";
import { usedOf } from "../../analysis/decision/used.ts";
import { CsvAnalysis } from "./csv-analysis.tsx";
import { TechnicalChart } from "./technical-chart.tsx";

/** All findings of the last run: the decision first, then the chart, then the figures. */
export function Results({ run, stale, rerun }: DecisionShown) {
  const { value: analysis, series } = run;
  const { result, trace, fallbacks, statistics, replay } = analysis;
  const used = useMemo(() => usedOf(run), [run]);
  return (
    <>
      {stale ? <StaleDecision run={run} rerun={rerun} /> : null}
      <DecisionPanel result={result} trace={trace} fallbacks={fallbacks} />
      <ScoreStrip result={result} used={used} />
      <TechnicalChart run={run} used={used} onExportTable={() => void saveSeries(run)} />
      <div className="grid items-start gap-4 @min-[620px]:grid-cols-2">
        <MarketFeatures run={run} used={used} />
        {series.csv ? <CsvAnalysis csv={series.csv} statistics={analysis.appended ?? statistics} /> : null}
        {replay ? <TrackRecord replay={replay} wide={series.csv !== null} /> : null}
      </div>
    </>
  );
}
