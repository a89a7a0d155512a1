import { lazy, useEffect, useRef } from "react";
import type { StepDecision } from "../../../../workers/engine/jobs/decide-step";
import type { RegimeLimits } from "../../../../workers/engine/schema";
import { DecisionPanel } from "../../../analysis/decision/decision-panel.tsx";
import { TrackRecord } from "../../../analysis/decision/track-record.tsx";
import { OnDemandPanel } from "../../../analysis/manual.tsx";
import { clockTime, count, fixed, moment, plural } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../../ui/failure-box.tsx";
import { LateProgress } from "../../../ui/late-progress.tsx";
import type { EngineData } from "../engine-data.ts";
import type { SetKeys } from "../use-tab-keys.ts";
import { ProofPanel } from "./proof-panel.tsx";
import { ReplayChart } from "./replay-chart.tsx";
import type { ReplayRun } from "./replay-run.ts";
import { Scrubber } from "./scrubber.tsx";
import { StateAtBarPanel } from "./state-at-bar-panel.tsx";
import { usePlayerKeys } from "./use-player-keys.ts";
import { useReplay } from "./use-replay.ts";

const ManualThresholds = lazy(() => import("./manual-thresholds.tsx").then((module) => ({ default: module.ManualThresholds })));

interface ReplayTabProps extends EngineData {
  /** Selected: then the keys apply to it. */
  active: boolean;
  loadSample: () => void;
  /** Applies manual limits to the screen. */
  onTake: (limits: RegimeLimits) => void;
  setKeys: SetKeys;
}

/** The rules at every step of the series: where they changed, each step with its trace, and the proof that none looked ahead. */
export function ReplayTab({ active, loadSample, onTake, setKeys, ...source }: ReplayTabProps) {
  const control = useReplay(source);
  const { last, running, proving, run, cancel, shown, player } = control;
  const place = useRef<HTMLDivElement>(null);
  usePlayerKeys(place, player, active);
  const { given } = source.data;
  useEffect(() => {
    if (!active) return;
    setKeys("replay", { run: given && !running ? () => void run() : undefined, cancel: running || proving ? cancel : undefined });
  }, [active, setKeys, given, running, proving, run, cancel]);
  useEffect(() => {
    if (!active) player?.pause();
  }, [active, player]);
  const button = (
    <Button kind="primary" keys="Ctrl ↵" busy={running} isDisabled={!given} onPress={() => void run()}>
      Replay history
    </Button>
  );
  const progress = <LateProgress progress={control.progress} onCancel={cancel} />;
  if (!last) {
    return (
      <>
        {progress}
        <FailureBox failure={control.failure} />
        <EmptyState busy={running} actions={given ? button : <Button onPress={loadSample}>Load sample series</Button>}>
          {given
            ? "Apply the rules at every step, using only prices up to that step."
            : "No prices yet: paste them, open a file, or load the sample."}
        </EmptyState>
      </>
    );
  }
  const { value } = last;
  return (
    <>
      {progress}
      <FailureBox failure={control.failure} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">
          {plural(value.decisions, "decision")} from step {count(value.first + 1)} on; sentiment is neutral throughout.
        </p>
        {button}
      </div>
      {control.stale ? <Caution>Data or settings have changed since this replay of {clockTime(last.at)}.</Caution> : null}
      <div ref={place} className="flex flex-col gap-4">
        {player ? (
          <>
            <Scrubber player={player} />
            <StateAtBarPanel run={last} player={player} />
            <ReplayChart run={last} player={player} />
          </>
        ) : null}
      </div>
      {shown && player ? (
        <>
          <StepNote run={last} shown={shown} />
          <DecisionPanel result={shown.result} trace={shown.trace} fallbacks={shown.fallbacks} traceOpen />
        </>
      ) : null}
      <OnDemandPanel
        key={last.at}
        title="Manual thresholds"
        note="adjust a threshold of the rules: the signals follow"
        button="Adjust the thresholds"
      >
        <ManualThresholds run={last} onTake={onTake} />
      </OnDemandPanel>
      <ProofPanel proof={control.proof} failure={control.proofFailure} proving={proving} onProve={control.prove} />
      <TrackRecord replay={value} wide={false} />
    </>
  );
}

/** The step to which the rules below belong, and whether recomputing it from its own past agrees with the replay. */
function StepNote({ run, shown }: { run: ReplayRun; shown: StepDecision }) {
  const { asked, value } = run;
  const { clause, combined } = value.columns;
  const { step, trace, used } = shown;
  const agrees = trace ? trace.combined === combined[step] && trace.clauses.findIndex(({ fired }) => fired) === clause[step] : null;
  return (
    <p className="text-muted" data-testid="step-note">
      Step {count(step + 1)}
      {asked.times ? `, ${moment(asked.times[step])}` : ""}: decided from {plural(used, "price")}; later data excluded. Combined score{" "}
      {fixed(trace?.combined, 4)}.{" "}
      {agrees === null ? null : agrees ? "Bit-identical to the replay." : "Differs from the replay: this is a bug."}
    </p>
  );
}
