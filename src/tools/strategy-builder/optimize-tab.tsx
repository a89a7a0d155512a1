import { memo, useCallback, useMemo } from "react";
import { MAX_AXES, OBJECTIVES, SEARCHES, searchSchema } from "../../../workers/backtest/search-schema";
import type { StrategyContent } from "../../state/strategy-body";
import { type AxisChoice, usedAxes } from "../../strategies/axes";
import { AxesForm } from "../../strategies/axes-form.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { OptimizeResults } from "./optimize-results.tsx";
import { type BuilderInputs, SEARCH_DEFAULTS } from "./settings";
import type { OptimizeControl } from "./use-optimize";

const { entries } = searchSchema;

interface OptimizeTabProps {
  inputs: BuilderInputs;
  change: (changes: Partial<BuilderInputs>) => void;
  optimize: OptimizeControl;
  /** Applies parameters to the design. */
  onTake: (strategy: StrategyContent) => void;
}

/** Search space and out-of-sample results. */
export function OptimizeTab({ inputs, change, optimize, onTake }: OptimizeTabProps) {
  const { shown, failure, busy, progress } = optimize;
  return (
    <>
      <Panel
        title="Search"
        className="@container"
        actions={
          <Button size="small" kind="primary" busy={busy} onPress={() => void optimize.run()}>
            {busy ? "Optimizing..." : "Optimize Strategy"}
          </Button>
        }
        footer="Each window optimizes on its first 70% of rows and tests on the next 30%. Uses all cores."
      >
        <SearchForm inputs={inputs} change={change} />
      </Panel>
      {busy ? (
        <ProgressBar label={progress?.label || "Reading data"} fraction={progress?.fraction ?? null} onCancel={optimize.cancel} />
      ) : null}
      <FailureBox failure={failure} />
      {shown ? (
        <OptimizeResults run={shown} onTake={onTake} />
      ) : (
        <EmptyState busy={busy}>
          No optimization yet. Results compare original and optimized parameters, out-of-sample performance and statistical significance.
        </EmptyState>
      )}
    </>
  );
}

/** Memoized: progress of a search re-renders its parent. */
const SearchForm = memo(function SearchForm({ inputs, change }: Pick<OptimizeTabProps, "inputs" | "change">) {
  const { strategy, axes: asked, search, trials, seed, objective, windows } = inputs;
  const axes = useMemo(() => usedAxes(asked, strategy), [asked, strategy]);
  const vary = useCallback((next: AxisChoice[]) => change({ axes: next }), [change]);
  return (
    <>
      <Segmented className="mb-2.5" label="Search" value={search} options={SEARCHES} onChange={(next) => change({ search: next })} />
      <AxesForm
        axes={axes}
        strategy={strategy}
        most={MAX_AXES}
        drawn={search === "random" ? (trials ?? SEARCH_DEFAULTS.trials) : null}
        onChange={vary}
      />
      <div className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-2.5">
        <Select label="Objective" value={objective} options={OBJECTIVES} onChange={(next) => change({ objective: next })} />
        <SettingField setting={entries.windows} value={windows} onChange={(next) => change({ windows: next ?? SEARCH_DEFAULTS.windows })} />
        {search === "random" ? (
          <>
            <SettingField setting={entries.trials} value={trials} onChange={(next) => change({ trials: next ?? SEARCH_DEFAULTS.trials })} />
            <SettingField setting={entries.seed} value={seed} onChange={(next) => change({ seed: next ?? SEARCH_DEFAULTS.seed })} />
          </>
        ) : null}
      </div>
    </>
  );
});
