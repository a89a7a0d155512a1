import { useMemo } from "react";
import { DecisionPanel } from "../../analysis/decision/decision-panel.tsx";
import { ScoreStrip } from "../../analysis/decision/score-strip.tsx";
import { type DecisionShown, StaleDecision } from "../../analysis/decision/stale-decision.tsx";
import { TrackRecord } from "../../analysis/decision/track-record.tsx";
import { usedOf } from "../../analysis/decision/used.ts";
import { IndicatorChart } from "./indicator-chart.tsx";
import { ResultFields } from "./result-fields.tsx";

/** One decision: the action with its rule trace, every field of the result, and the columns behind it. */
export function DecisionTab({ run, stale, rerun }: DecisionShown) {
  const { result, trace, fallbacks, replay } = run.value;
  const used = useMemo(() => usedOf(run), [run]);
  return (
    <>
      {stale ? <StaleDecision run={run} rerun={rerun} /> : null}
      <DecisionPanel result={result} trace={trace} fallbacks={fallbacks} traceOpen />
      <ScoreStrip result={result} used={used} />
      <ResultFields run={run} used={used} />
      <IndicatorChart run={run} />
      {replay ? <TrackRecord replay={replay} wide={false} /> : null}
    </>
  );
}
