import { memo, useMemo } from "react";
import { fileStem } from "../../analysis/data/save-table.ts";
import { PartNote } from "../../analysis/part-note.tsx";
import type { FollowUp } from "../../analysis/use-follow-up";
import { stemOfPart } from "../../lib/canceled-after.ts";
import { count, fixed, percent, sentences } from "../../lib/format.ts";
import { type AxisChoice, combinationsOf, jobAxes, usedAxes } from "../../strategies/axes";
import { AxesForm } from "../../strategies/axes-form.tsx";
import { parameterText } from "../../strategies/families";
import { SweepMap } from "../../strategies/sweep-map.tsx";
import type { BacktestRun } from "../../strategies/use-backtest";
import { Button } from "../../ui/button.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";

interface SweepPanelProps {
  run: BacktestRun;
  sweep: FollowUp<"sweep-backtest", { of: BacktestRun }>;
  axes: readonly AxisChoice[];
  onChange: (axes: AxisChoice[]) => void;
}

/** All combinations of two parameters as a heat map, with the trial count and its effect on the best Sharpe ratio. */
export const SweepPanel = memo(function SweepPanel({ run, sweep, axes: asked, onChange }: SweepPanelProps) {
  const { value, failure, progress } = sweep;
  const axes = useMemo(() => usedAxes(asked, run.strategy).slice(0, 2), [asked, run.strategy]);
  // Cautions that also apply to the backtest are shown with that.
  const notes = (value?.notes ?? []).filter((note) => !run.value.notes.includes(note));
  const start = () => void sweep.run({ of: run }, { ...run.input, axes: jobAxes(axes), keep: 0 });
  return (
    <>
      <Panel
        title="Sweep"
        note="two parameters, all combinations"
        className="@container"
        actions={
          <Button size="small" busy={progress !== null} onPress={start}>
            Run {count(combinationsOf(axes))} combinations
          </Button>
        }
      >
        <AxesForm axes={axes} strategy={run.strategy} most={2} onChange={onChange} />
        {progress ? (
          <div className="mt-3">
            <ProgressBar label={progress.label || "Sweeping"} fraction={progress.fraction} onCancel={sweep.cancel} />
          </div>
        ) : null}
        <FailureBox failure={failure} />
      </Panel>
      {value ? (
        <>
          <PartNote part={value.canceledAfter} things="combinations">
            The best, the most robust and the number of trials refer to these only. Not added to the list of runs.
          </PartNote>
          <StatStrip label="Sweep results">
            <Stat
              label="Best Sharpe Ratio"
              value={fixed(value.optimized.sharpeRatio, 2)}
              note={value.axes
                .map(({ parameter }) =>
                  parameterText(parameter, { ...value.optimizedParams, ...value.optimizedParams.behavioralFactors }[parameter]),
                )
                .join(", ")}
              info={{
                title: "Best Sharpe Ratio",
                computedBy: "backtestSweep",
                formula: "highest of all combinations, biased by selection; the deflated Sharpe ratio corrects for it",
                n: `${count((value.canceledAfter?.done ?? value.combinations) - value.skipped)} combinations of ${count(value.rows)} rows`,
              }}
            />
            <Stat
              label="Current"
              value={fixed(value.original.sharpeRatio, 2)}
              note={`return ${percent(value.original.returns)}`}
              info={{ title: "Current", computedBy: "sharpeRatio", formula: "of the parameters of the backtest above" }}
            />
            <Stat
              label="Deflated Sharpe Ratio"
              value={percent(value.selection?.dsr)}
              note={`${count(value.selection?.trials)} trials`}
              info={{
                title: "Deflated Sharpe Ratio",
                computedBy: "deflatedSharpe",
                formula: "probability that the best exceeds the expected maximum of as many null trials",
              }}
            />
            <Stat
              label="Most robust"
              value={fixed(value.plateau?.[value.steadiest ?? value.best], 2)}
              note="mean Sharpe of its neighborhood"
              info={{ title: "Most robust", computedBy: "plateau", formula: "mean over each combination and its neighbors on the grid" }}
            />
          </StatStrip>
          {notes.length > 0 ? <Caution>{sentences(notes)}</Caution> : null}
          <SweepMap sweep={value} exportName={stemOfPart(`${fileStem(run.series.name)}-sweep`, value.canceledAfter)} />
        </>
      ) : null}
    </>
  );
});
