import { useMemo } from "react";
import { DecisionPanel } from "../../data/decision/decision-panel.tsx";
import { priceDecimals } from "../../data/decision/price-decimals.ts";
import type { Used } from "../../data/decision/provenance.tsx";
import { ScoreStrip } from "../../data/decision/score-strip.tsx";
import { TrackRecord } from "../../data/decision/track-record.tsx";
import type { DecisionRun } from "../../data/decision/use-decision.ts";
import { clockTime, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { IndicatorChart } from "./indicator-chart.tsx";
import { ResultFields } from "./result-fields.tsx";

interface DecisionTabProps {
  run: DecisionRun;
  /** The form has changed since this run. */
  stale: boolean;
  /** Runs again with the form as it is now; undefined while that is not possible. */
  rerun: (() => void) | undefined;
}

/** One decision: the action with its rule trace, every field of the result, and the columns behind it. */
export function DecisionTab({ run, stale, rerun }: DecisionTabProps) {
  const { analysis, settings, at } = run;
  const { result, trace, fallbacks, periods, statistics, warmUp, replay } = analysis;
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
      <DecisionPanel result={result} trace={trace} fallbacks={fallbacks} traceOpen />
      <ScoreStrip result={result} used={used} />
      <ResultFields run={run} used={used} />
      <IndicatorChart run={run} />
      {replay ? <TrackRecord replay={replay} wide={false} /> : null}
    </>
  );
}
