import { memo, Suspense } from "react";
import type { Failure, Progress } from "../../../workers/contract";
import { TRAININGS, timingEntries } from "../../../workers/regimes/schema";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { FailureBox } from "../../ui/failure-box.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { MarkovSettings } from "./settings";
import type { MarkovRun, TimingValue } from "./use-markov";

const TimingResult = deferred(async () => (await import("./timing-result.tsx")).TimingResult);

interface TimingTabProps {
  run: MarkovRun;
  timing: TimingValue | null;
  failure: Failure | null;
  progress: Progress | null;
  onUpdate: () => void;
  onCancel: () => void;
  settings: MarkovSettings;
  change: (changes: Partial<MarkovSettings>) => void;
}

/** Whether the regimes would have helped: a rule that exits the market in the worst regime, compared with buy and hold. */
export const TimingTab = memo(function TimingTab({ run, timing, failure, progress, settings, change, onUpdate, onCancel }: TimingTabProps) {
  const worst = run.value.regimes.at(-1)?.label ?? "Bear";
  return (
    <>
      <Panel title="Rule" note={`in cash while P(${worst}) at the previous close is at or above the limit, otherwise in the market`}>
        <div className="@container">
          <div className="grid grid-cols-2 items-end gap-2.5 @min-[680px]:grid-cols-[repeat(3,minmax(0,1fr))_auto]">
            <Select label="Parameters from" value={settings.training} options={TRAININGS} onChange={(training) => change({ training })} />
            <SettingField
              setting={timingEntries.threshold}
              label={`Limit of P(${worst})`}
              keptAsPercent
              value={settings.threshold}
              onChange={(threshold) => change({ threshold })}
            />
            <SettingField
              setting={timingEntries.cost}
              keptAsPercent
              value={settings.cost}
              onChange={(cost) => change({ cost })}
              step={0.05}
            />
            <Button onPress={onUpdate} busy={progress !== null}>
              Update timing
            </Button>
          </div>
        </div>
      </Panel>
      {progress ? (
        <ProgressBar label={progress.label || "Backtesting the timing rule"} fraction={progress.fraction} onCancel={onCancel} />
      ) : null}
      <FailureBox failure={failure} />
      {timing ? (
        <Suspense fallback={<Skeleton rows={8} />}>
          <TimingResult run={run} timing={timing} />
        </Suspense>
      ) : null}
    </>
  );
});
