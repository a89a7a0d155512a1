import { useEffect } from "react";
import { DecisionPanel } from "../../analysis/decision/decision-panel.tsx";
import { TrackRecord } from "../../analysis/decision/track-record.tsx";
import { clockTime, count, fixed, moment, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { LateProgress } from "../../ui/late-progress.tsx";
import type { EngineData } from "./engine-data.ts";
import { ProofPanel } from "./proof-panel.tsx";
import { ReplayChart } from "./replay-chart.tsx";
import { Scrubber } from "./scrubber.tsx";
import { useReplay } from "./use-replay.ts";
import type { SetKeys } from "./use-tab-keys.ts";

interface ReplayTabProps extends EngineData {
  /** In front: then the keys are its own. */
  active: boolean;
  loadSample: () => void;
  setKeys: SetKeys;
}

/** The rules at every step of the series: where they turned, each step with its trace, and the proof that none looked ahead. */
export function ReplayTab({ active, loadSample, setKeys, ...source }: ReplayTabProps) {
  const control = useReplay(source);
  const { last, running, proving, run, cancel, shown } = control;
  const { given } = source.data;
  useEffect(() => {
    if (!active) return;
    setKeys("replay", { run: given && !running ? () => void run() : undefined, cancel: running || proving ? cancel : undefined });
  }, [active, setKeys, given, running, proving, run, cancel]);
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
  const { value, asked } = last;
  const { columns } = value;
  const agrees =
    shown?.step === control.step && shown.trace
      ? shown.trace.combined === columns.combined[shown.step] &&
        shown.trace.clauses.findIndex(({ fired }) => fired) === columns.clause[shown.step]
      : null;
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
      <ReplayChart run={last} step={control.step} />
      <Scrubber
        first={value.first}
        last={columns.prices.length - 1}
        step={control.step}
        times={asked.times}
        price={columns.prices[control.step]}
        onChange={control.setStep}
      />
      {shown ? (
        <>
          <p className="text-muted" data-testid="step-note">
            Step {count(shown.step + 1)}
            {asked.times ? `, ${moment(asked.times[shown.step])}` : ""}: decided from {plural(shown.used, "price")}; later data excluded.
            Combined score {fixed(shown.trace?.combined, 4)}.{" "}
            {agrees === null ? null : agrees ? "Bit-identical to the replay." : "Differs from the replay: this is a bug."}
          </p>
          <DecisionPanel result={shown.result} trace={shown.trace} fallbacks={shown.fallbacks} traceOpen />
        </>
      ) : null}
      <ProofPanel proof={control.proof} failure={control.proofFailure} proving={proving} onProve={control.prove} />
      <TrackRecord replay={value} wide={false} />
    </>
  );
}
