import { useMemo } from "react";
import { DecisionPanel } from "../../analysis/decision/decision-panel.tsx";
import { ScoreStrip } from "../../analysis/decision/score-strip.tsx";
import { StaleDecision } from "../../analysis/decision/stale-decision.tsx";
import { TrackRecord } from "../../analysis/decision/track-record.tsx";
import type { DecisionRun } from "../../analysis/decision/use-decision.ts";
import { usedOf } from "../../analysis/decision/used.ts";
import { IndicatorChart } from "./indicator-chart.tsx";
import { ResultFields } from "./result-fields.tsx";

interface DecisionTabProps {
  run: DecisionRun;
  /** The form has changed since this run. */
  stale: boolean;
  /** Recomputes with the current form; undefined while that is not possible. */
  rerun: (() => void) | undefined;
}

/** One decision: the action with its rule trace, every field of the result, and the columns behind it. */
export function DecisionTab({ run, stale, rerun }: DecisionTabProps) {
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
