import { memo } from "react";
import { PartNote } from "../../analysis/part-note.tsx";
import type { FollowUp } from "../../analysis/use-follow-up";
import { count, fixed, percent, plural } from "../../lib/format.ts";
import { parameterText } from "../../strategies/families";
import { RegimesPanel } from "../../strategies/regimes-panel.tsx";
import { regimesNote } from "../../strategies/regimes-question";
import type { BacktestRun } from "../../strategies/use-backtest";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FailureBox } from "../../ui/failure-box.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Words } from "../../ui/texts.ts";
import { Verdict } from "../../ui/verdict.tsx";
import { drawnWith, notTruncated, type StressValue } from "./stress-words";

interface StressPanelProps {
  run: BacktestRun;
  stress: FollowUp<"stress-backtest", { of: BacktestRun }>;
  iterations: number;
  seed: number;
}

/** Regimes are not evaluated again where performance is split by them. */
const stressInput = ({ input, settings: { regimes } }: BacktestRun, drawn: { iterations: number; seed: number }) => ({
  ...input,
  ...drawn,
  byRegime: regimes === null,
});

/** Stress tests in one run: resampled trades, varied parameters, single regimes, truncated data. */
export const StressPanel = memo(function StressPanel({ run, stress, iterations, seed }: StressPanelProps) {
  const { value, failure, progress } = stress;
  return (
    <>
      <Panel
        title="Robustness"
        note={(value && drawnWith(value)) ?? "how much is due to chance"}
        actions={
          <Button
            size="small"
            busy={progress !== null}
            onPress={() => void stress.run({ of: run }, stressInput(run, { iterations, seed }))}
          >
            Run stress test
          </Button>
        }
      >
        {progress ? (
          <ProgressBar label={progress.label || "Running stress test"} fraction={progress.fraction} onCancel={stress.cancel} />
        ) : null}
        <FailureBox failure={failure} />
        <PartNote part={value?.canceledAfter} things="checks">
          Each check shown is complete; the others are missing here. Not added to the list of runs.
        </PartNote>
        {value ? (
          <LookAhead value={value} />
        ) : progress ? null : (
          <p className="text-muted">
            Resamples the trades, perturbs every parameter by 5, 10 and 20%, splits results by bull and bear regime, and checks for
            look-ahead on truncated data.
          </p>
        )}
      </Panel>
      {value?.luck || value?.luckReason ? <MonteCarlo value={value} several={run.value.assets !== null} /> : null}
      {value && (value.sensitivity.length > 0 || !value.canceledAfter) ? <ParameterSensitivity value={value} run={run} /> : null}
      {value && (value.regimes || value.regimeReason) ? (
        <RegimesPanel
          regimes={value.regimes}
          note={value.regimeCaption && regimesNote(value.regimeCaption, run)}
          reason={value.regimeReason}
        />
      ) : null}
    </>
  );
});

function LookAhead({ value }: { value: StressValue }) {
  const { lengths, firstDifference } = value.prefixes;
  if (lengths.length === 0) return <p className="text-muted">{notTruncated(value)}</p>;
  return firstDifference === null ? (
    <p>
      <Verdict state="ok">No look-ahead</Verdict>
      <span className="text-muted">: on data cut at {lengths.map(count).join(", ")} rows the equity is identical.</span>
    </p>
  ) : (
    <p>
      <Verdict state="bad">Uses future data</Verdict> <span className="text-muted">from row {count(firstDifference + 1)} on.</span>
    </p>
  );
}

interface ResampledFigure {
  name: string;
  own: number;
  spread: readonly number[];
}

function MonteCarlo({ value: { luck, luckReason }, several }: { value: StressValue; several: boolean }) {
  if (!luck) {
    return (
      <Panel title="Monte Carlo of trades">
        <p className="text-muted">{luckReason ? <Words of={luckReason} /> : null}</p>
      </Panel>
    );
  }
  const rows: ResampledFigure[] = [
    { name: "Total return", own: luck.totalReturn, spread: luck.returns },
    { name: "Max drawdown", own: luck.maxDrawdown, spread: luck.drawdowns },
  ];
  const columns: TableColumn<ResampledFigure>[] = [
    { id: "name", header: "Figure", cell: ({ name }) => name },
    { id: "own", header: "Actual", matters: true, cell: ({ own }) => percent(own) },
    ...[5, 25, 50, 75, 95].map((level, k) => ({
      id: `q${level}`,
      header: `${level}%`,
      matters: level !== 25 && level !== 75,
      cell: ({ spread }: ResampledFigure) => percent(spread[k]),
    })),
  ];
  return (
    <Panel
      title="Monte Carlo of trades"
      note={`${plural(luck.trades, "closed trade")} drawn with replacement`}
      actions={
        <InfoButton
          title="Monte Carlo of trades"
          computedBy="resampleTrades"
          formula="product of (1 + profit / equity at entry) over the resampled trades"
          n={`${count(luck.iterations)} runs of ${count(luck.trades)} trades`}
        />
      }
      flush
      footer={`${percent(luck.losing)} of the runs lost money, ${percent(luck.deeper)} had a deeper drawdown than the actual trades.${several ? " Trades of several assets overlap in time; here they run in sequence." : ""}`}
    >
      <DataTable label="Monte Carlo of trades" columns={columns} rows={rows} rowKey={({ name }) => name} copyable />
    </Panel>
  );
}

type Sensitivity = StressValue["sensitivity"][number];

function ParameterSensitivity({ value: { sensitivity }, run }: { value: StressValue; run: BacktestRun }) {
  const columns: TableColumn<Sensitivity>[] = [
    { id: "parameter", header: "Parameter", cell: ({ parameter, value }) => parameterText(parameter, value) },
    ...[-20, -10, -5, 5, 10, 20].map((change, k) => ({
      id: String(change),
      header: `${change > 0 ? "+" : "−"}${Math.abs(change)}%`,
      matters: Math.abs(change) === 10,
      cell: ({ shifted }: Sensitivity) => fixed(shifted[k].sharpeRatio, 2),
      sortBy: ({ shifted }: Sensitivity) => shifted[k].sharpeRatio,
    })),
    { id: "least", header: "Lowest return", matters: true, cell: ({ shifted }) => percent(least(shifted.map(({ returns }) => returns))) },
  ];
  return (
    <Panel title="Parameter sensitivity" note={`Sharpe ratio, base ${fixed(run.value.metrics.sharpeRatio, 2)}`} flush>
      <DataTable label="Parameter sensitivity" columns={columns} rows={sensitivity} rowKey={({ parameter }) => parameter} copyable />
    </Panel>
  );
}

const least = (values: readonly (number | null)[]) =>
  values.reduce<number | null>((low, value) => (value !== null && (low === null || value < low) ? value : low), null);
