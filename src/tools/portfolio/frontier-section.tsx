import { lazy, memo, useMemo, useState } from "react";
import { OnDemandPanel } from "../../analysis/manual.tsx";
import { BarChart, type BarSeries } from "../../charts/bar-chart.tsx";
import { fixed, percent } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { figureColumn, percents } from "../../ui/figure-column.ts";
import { Panel } from "../../ui/panel.tsx";
import { Slider } from "../../ui/slider.tsx";
import { colorOf } from "./asset-colors";
import { FrontierChart } from "./frontier-chart.tsx";
import { nearestPoint, stackAlong } from "./frontier-stack";
import type { ProposalRun } from "./use-proposal";

const ManualWeights = lazy(() => import("./manual-weights.tsx").then((module) => ({ default: module.ManualWeights })));

interface FrontierSectionProps {
  run: ProposalRun;
  /** Sets the current weights; null if they belong to a client's portfolio. */
  onTake: ((weights: Float64Array) => void) | null;
  onSave: (weights: Float64Array, name: string) => void;
}

/** The frontier with a movable point: every efficient portfolio with its figures and weights, to be adopted or saved. */
export const FrontierSection = memo(function FrontierSection({ run, onTake, onSave }: FrontierSectionProps) {
  const points = run.frontier?.points ?? [];
  const [walked, setWalked] = useState<{ run: ProposalRun; at: number } | null>(null);
  const start = useMemo(() => nearestPoint(run), [run]);
  const at = walked?.run === run ? walked.at : start;
  const walk = (next: number) => setWalked({ run, at: next });
  const stack = useMemo(() => {
    const { categories, series } = stackAlong(run);
    return { categories, series: series.map(color) };
  }, [run]);
  if (points.length < 2) return <FrontierChart run={run} />;
  return (
    <>
      <FrontierChart run={run} walk={{ at, onWalk: walk }} />
      <div className="grid items-start gap-4 @min-[740px]/results:grid-cols-2">
        <BarChart
          title="Weights along the frontier"
          subtitle="% of the portfolio, by volatility"
          exportName="frontier-weights"
          category="Volatility"
          categories={stack.categories}
          series={stack.series}
          layout="stacked"
          unit="%"
          digits={1}
        />
        <WalkPanel run={run} at={at} onWalk={walk} onTake={onTake} onSave={onSave} />
      </div>
      <OnDemandPanel
        key={run.at}
        title="Manual weights"
        note="adjust a weight: the others follow, and the point moves below the frontier"
        button="Adjust the weights"
      >
        <ManualWeights run={run} onTake={onTake} />
      </OnDemandPanel>
    </>
  );
});

const color = ({ label, values, asset }: ReturnType<typeof stackAlong>["series"][number], i: number): BarSeries => ({
  key: `weight-${i}`,
  label,
  values,
  color: asset === null ? "faint" : colorOf(asset),
});

interface Row {
  name: string;
  here: number;
  chosen: number;
  now: number;
}

function WalkPanel({ run, at, onWalk, onTake, onSave }: FrontierSectionProps & { at: number; onWalk: (at: number) => void }) {
  const { value: proposal, set, frontier } = run;
  const points = frontier?.points ?? [];
  const { weights, volatility, expectedReturn, sharpe } = points[at];
  const rows = useMemo<Row[]>(
    () => proposal.names.map((name, i) => ({ name, here: weights[i], chosen: proposal.weights[i], now: set.weights[i] })),
    [proposal, weights, set],
  );
  const columns: TableColumn<Row>[] = [
    { id: "name", header: "Asset", cell: ({ name }) => name, sortBy: ({ name }) => name },
    figureColumn("here", "This point", ({ here }) => here, percents(2)),
    figureColumn("chosen", "Chosen", ({ chosen }) => chosen, percents(2)),
    figureColumn("now", "Current", ({ now }) => now, percents(2)),
  ];
  return (
    <Panel
      title="Along the frontier"
      note={`${at + 1} of ${points.length}`}
      actions={
        <>
          <Button size="small" onPress={() => onSave(weights, `Frontier at ${percent(volatility, 1)} volatility`)}>
            Save this portfolio
          </Button>
          {onTake ? (
            <Button size="small" onPress={() => onTake(weights)}>
              Use these weights
            </Button>
          ) : null}
        </>
      }
      footer="From minimum volatility to maximum expected return. Drag the handle along the frontier, click it, or press Enter at its cursor, to select a portfolio."
    >
      <div className="flex flex-col gap-3">
        <Slider label="Efficient portfolio" value={at + 1} onChange={(next) => onWalk(next - 1)} min={1} max={points.length} step={1} />
        <FactList
          label="Figures of the efficient portfolio"
          facts={[
            { name: "Expected Return", value: percent(expectedReturn, 2) },
            { name: "Volatility", value: percent(volatility, 2) },
            { name: "Sharpe Ratio", value: fixed(sharpe, 2) },
          ]}
        />
        <div className="-mx-3.5">
          <DataTable label="Weights of the efficient portfolio" columns={columns} rows={rows} rowKey={({ name }) => name} height={260} />
        </div>
      </div>
    </Panel>
  );
}
