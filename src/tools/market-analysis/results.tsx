import { useMemo } from "react";
import { clockTime, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { CsvAnalysis } from "./csv-analysis.tsx";
import { DecisionPanel } from "./decision-panel.tsx";
import { saveSeries } from "./export-results.ts";
import { MarketFeatures } from "./market-features.tsx";
import { priceDecimals } from "./price-decimals.ts";
import type { Used } from "./provenance.tsx";
import { ScoreStrip } from "./score-strip.tsx";
import { TechnicalChart } from "./technical-chart.tsx";
import { TrackRecord } from "./track-record.tsx";
import type { DecisionRun } from "./use-decision.ts";

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
