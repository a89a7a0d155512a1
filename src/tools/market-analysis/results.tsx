import { useMemo } from "react";
import { DecisionPanel } from "../../data/decision/decision-panel.tsx";
import { saveSeries } from "../../data/decision/export-results.ts";
import { MarketFeatures } from "../../data/decision/market-features.tsx";
import { priceDecimals } from "../../data/decision/price-decimals.ts";
import type { Used } from "../../data/decision/provenance.tsx";
import { ScoreStrip } from "../../data/decision/score-strip.tsx";
import { TrackRecord } from "../../data/decision/track-record.tsx";
import type { DecisionRun } from "../../data/decision/use-decision.ts";
import { clockTime, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { CsvAnalysis } from "./csv-analysis.tsx";
import { TechnicalChart } from "./technical-chart.tsx";

interface ResultsProps {
  run: DecisionRun;
  /** The form has changed since this run. */
  stale: boolean;
  /** Runs again with the form as it is now; undefined while that is not possible. */
  rerun: (() => void) | undefined;
}

/** Everything the last run found: the decision first, then the picture, then the figures. */
export function Results({ run, stale, rerun }: ResultsProps) {
  const { analysis, series, settings, at } = run;
  const { result, trace, fallbacks, periods, statistics, replay, warmUp } = analysis;
  const used = useMemo<Used>(
    () => ({
      n: statistics.count,
      annualisation: settings.annualisation,
      smaPeriod: periods.sma,
      emaPeriod: periods.ema,
      rsiPeriod: periods.rsi,
      rsiWarmUp: warmUp.rsi,
      decimals: priceDecimals(statistics.mean),
    }),
    [statistics, settings, periods, warmUp],
  );
  return (
    <>
      {stale ? (
        <Caution>
          The inputs have changed since this decision of {clockTime(at)}, which used {plural(used.n, "price")}.{" "}
          <Button size="small" kind="quiet" isDisabled={!rerun} onPress={rerun}>
            Update
          </Button>
        </Caution>
      ) : null}
      <DecisionPanel result={result} trace={trace} fallbacks={fallbacks} />
      <ScoreStrip result={result} used={used} />
      <TechnicalChart run={run} used={used} onExportCsv={() => void saveSeries(run)} />
      <div className="grid items-start gap-4 @min-[620px]:grid-cols-2">
        <MarketFeatures result={result} used={used} />
        {series.csv ? <CsvAnalysis csv={series.csv} statistics={analysis.appended ?? statistics} /> : null}
        {replay ? <TrackRecord replay={replay} wide={series.csv !== null} /> : null}
      </div>
    </>
  );
}
