import { memo, useMemo, useState } from "react";
import type { StrategyParameters } from "../../workers/backtest/schema";
import { sweptSetting } from "../../workers/backtest/search-schema";
import { limitsOf } from "../../workers/runtime/schema";
import { comparedRow, ManualTable } from "../analysis/manual.tsx";
import { usePacedJob } from "../analysis/use-paced-job";
import type { ChartPane } from "../charts/chart-spec";
import { datedAxis } from "../charts/dated-axis.ts";
import { TimeChart } from "../charts/time-chart.tsx";
import { Button } from "../ui/button.tsx";
import { Caution } from "../ui/failure-box.tsx";
import { Panel } from "../ui/panel.tsx";
import { Slider } from "../ui/slider.tsx";
import { useWords } from "../ui/texts.ts";
import { useStable } from "../ui/use-latest.ts";
import type { BacktestValue } from "./backtest-input";
import { PARAMETERS, type ParameterInfo } from "./families";
import type { BacktestRun } from "./use-backtest";

type Key = keyof StrategyParameters;
type Moved = Partial<StrategyParameters>;

const NOT_MOVED: Moved = {};

/** Slider ranges in display units; values beyond are entered in the form. */
const RANGES: Record<Key, readonly [min: number, max: number, step: number]> = {
  lookback: [1, 250, 1],
  threshold: [0, 5, 0.05],
  exitThreshold: [-2, 2, 0.05],
  stopLoss: [0, 30, 0.25],
  takeProfit: [0, 60, 0.25],
  trailingStop: [0, 30, 0.25],
  targetVolatility: [1, 60, 0.5],
};
const isParameter = (info: ParameterInfo): info is ParameterInfo & { key: Key } => info.key in RANGES;

interface ManualProps {
  run: BacktestRun;
  /** Applies the manual parameters to the form. */
  onTake: (parameters: StrategyParameters) => void;
}

/** Manual adjustment of a run's strategy: equity, drawdown and figures follow the parameters. It is not recorded as a run. */
export function ManualParameters({ run, onTake }: ManualProps) {
  const [set, setSet] = useState(NOT_MOVED);
  const { strategy, parameters } = { strategy: run.value.strategy, parameters: run.value.strategy.parameters };
  const moved = set !== NOT_MOVED;
  const question = useMemo(
    () => (moved ? { ...run.input, strategy: { ...strategy, parameters: { ...parameters, ...set } } } : null),
    [moved, run, strategy, parameters, set],
  );
  const kept = usePacedJob("run-backtest", question);
  const manual = kept?.outcome.ok ? kept.outcome.value : null;
  const refusal = useWords(kept && !kept.outcome.ok ? kept.outcome.failure : null);
  const move = useStable((changes: Moved) => setSet({ ...set, ...changes }));
  const movables = useMemo(() => PARAMETERS.filter(isParameter).filter(({ types }) => types.includes(strategy.type)), [strategy]);
  const rows = useMemo(() => comparisonOf(run.value, moved ? manual : run.value), [run, moved, manual]);
  return (
    <>
      <Panel
        title="Manual parameters"
        note="compared with the run; not recorded"
        actions={
          <>
            <Button size="small" isDisabled={!moved} onPress={() => setSet(NOT_MOVED)}>
              Back to the run
            </Button>
            <Button size="small" isDisabled={!manual} onPress={() => onTake({ ...parameters, ...set })}>
              Use these parameters
            </Button>
          </>
        }
        footer="Parameters tuned until the past looks best are overfitted: validate them out of sample before relying on them."
      >
        <div className="@container">
          <div className="grid gap-x-6 gap-y-4 @min-[800px]:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]">
            <div className="flex flex-col gap-2.5">
              {movables.map((info) => (
                <Movable key={info.key} info={info} value={set[info.key] ?? parameters[info.key]} move={move} />
              ))}
            </div>
            <div className="flex min-w-0 flex-col gap-2.5">
              {refusal ? <Caution>{refusal}</Caution> : null}
              <ManualTable label="Manual and of the run" rest="Run" rows={rows} />
            </div>
          </div>
        </div>
      </Panel>
      <Course run={run.value} manual={manual} />
    </>
  );
}

interface MovableProps {
  info: ParameterInfo & { key: Key };
  value: number;
  move: (changes: Moved) => void;
}

// Memoized: only the adjusted parameter re-renders.
const Movable = memo(function Movable({ info: { key, label, percent }, value, move }: MovableProps) {
  const [min, max, step] = RANGES[key];
  const scale = percent ? 100 : 1;
  const shown = Number((scale * value).toFixed(6));
  return (
    <Slider
      label={label}
      value={shown}
      onChange={(next) => move({ [key]: next / scale })}
      min={Math.min(min, shown)}
      max={Math.max(max, shown)}
      step={step}
      boxStep={step}
      unit={percent ? "%" : limitsOf(sweptSetting(key)).unit}
    />
  );
});

const shareOf = (value: number | null | undefined): number | null | undefined => (typeof value === "number" ? 100 * value : value);

function comparisonOf(run: BacktestValue, manual: BacktestValue | null) {
  const share = (label: string, of: (value: BacktestValue) => number | null) =>
    comparedRow(label, [manual ? shareOf(of(manual)) : null, shareOf(of(run))], 2, "%");
  return [
    share("Total Return", ({ metrics }) => metrics.returns),
    comparedRow("Sharpe Ratio", [manual?.metrics.sharpeRatio, run.metrics.sharpeRatio], 2),
    share("Max Drawdown", ({ metrics }) => metrics.maxDrawdown),
    share("Win Rate", ({ metrics }) => metrics.winRate),
    comparedRow("Trades", [manual?.metrics.trades, run.metrics.trades], 0),
  ];
}

/** Equity and drawdown with manual parameters, beside those of the run. */
const Course = memo(function Course({ run, manual }: { run: BacktestValue; manual: BacktestValue | null }) {
  const x = useMemo(() => datedAxis(run.times, "Row"), [run]);
  const panes = useMemo<ChartPane[]>(() => {
    const shown = manual ?? run;
    const both = (key: "equity" | "drawdown"): ChartPane["series"] => [
      { key: `${key} manual`, label: "manual", kind: "line", color: "warn", values: shown[key], factor: key === "drawdown" ? 100 : 1 },
      { key: `${key} of the run`, label: "run", kind: "line", color: "accent", values: run[key], factor: key === "drawdown" ? 100 : 1 },
    ];
    return [
      { key: "value", share: 3, digits: 0, series: both("equity") },
      { key: "drawdown", share: 1, unit: "%", digits: 1, series: both("drawdown") },
    ];
  }, [run, manual]);
  return (
    <TimeChart
      title="Equity, manual"
      subtitle="compared with the run, with drawdown"
      x={x}
      panes={panes}
      exportName="equity-by-hand"
      height={300}
    />
  );
});
