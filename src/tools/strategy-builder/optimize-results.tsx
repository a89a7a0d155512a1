import { memo, useMemo } from "react";
import { fileStem } from "../../analysis/data/save-table.ts";
import { PartNote } from "../../analysis/part-note.tsx";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { stemOfPart } from "../../lib/canceled-after.ts";
import { count, fixed, moment, percent, plural, sentences } from "../../lib/format.ts";
import type { StrategyContent } from "../../state/strategy-body";
import { readBy } from "../../strategies/axes";
import { labelOf, valueText } from "../../strategies/families";
import { SweepMap } from "../../strategies/sweep-map.tsx";
import { TrialScatter } from "../../strategies/trial-scatter.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import type { OptimizeRun } from "./use-optimize";

type OptimizeValue = OptimizeRun["value"];

type Block = OptimizeValue["originalParams"];
type Window = OptimizeValue["windows"][number];

const valueIn = (block: Block, key: string): number => ({ ...block, ...block.behavioralFactors })[key as "lookback"];

/** Original and optimized parameters, the out-of-sample improvement, and its significance. */
export const OptimizeResults = memo(function OptimizeResults({
  run,
  onTake,
}: {
  run: OptimizeRun;
  onTake: (strategy: StrategyContent) => void;
}) {
  const { value, strategy, series } = run;
  const { optimized, original, sweep, windows, notes, canceledAfter: part } = value;
  const chart = useMemo(() => chartOf(value), [value]);
  const name = fileStem(series.name);
  const things = sweep.search === "random" ? "trials" : "combinations";
  const take = () => {
    const { behavioralFactors, ...parameters } = value.optimizedParams;
    onTake({ ...strategy, parameters, behavioralFactors });
  };
  const better = (optimized.performance.sharpe ?? Number.NEGATIVE_INFINITY) > (original.performance.sharpe ?? Number.NEGATIVE_INFINITY);
  return (
    <>
      <PartNote part={part} things={things}>
        Each window chose among these; the number of trials counts only these. Not added to the list of runs.
      </PartNote>
      <Improvement value={value} />
      {notes.length > 0 ? <Caution>{sentences(notes)}</Caution> : null}
      {better ? null : <Caution>The optimized parameters did not beat the original ones out of sample.</Caution>}
      <TimeChart
        title="Out of sample"
        subtitle="growth of 1: optimized against original parameters"
        x={chart.x}
        panes={chart.panes}
        height={300}
        exportName={stemOfPart(`${name}-out-of-sample`, part)}
      />
      <Panel
        title="Parameters"
        note={part ? `best of ${count(part.done)} ${things} on the latest rows` : "best on the latest rows"}
        flush
        actions={
          <Button size="small" kind={better ? "primary" : "default"} onPress={take}>
            Use optimized parameters
          </Button>
        }
      >
        <DataTable
          label="Original and optimized parameters"
          columns={PARAMETER_COLUMNS}
          rows={linesOf(value, strategy)}
          rowKey={({ name: line }) => line}
          copyable
        />
      </Panel>
      <Panel title="Walk-forward windows" flush>
        <DataTable label="Walk-forward windows" columns={windowColumns(value)} rows={windows} rowKey={({ split }) => split} copyable />
      </Panel>
      {sweep.search === "random" ? (
        <TrialScatter value={value} name={name} />
      ) : (
        <SweepMap sweep={sweep} exportName={stemOfPart(`${name}-search`, part)} />
      )}
    </>
  );
});

/** Performance of the choices on rows not used for choosing. */
function Improvement({ value }: { value: OptimizeValue }) {
  const { improvementMetrics, optimized, original, sweep, windows, outOfSamplePsr } = value;
  const n = `${plural(windows.length, "window")}, ${count(optimized.wealth.length - 1)} rows out of sample`;
  const improvement = (title: string, computedBy: string) => ({
    title,
    computedBy,
    formula: "optimized minus original, on the joined out-of-sample returns",
    n,
  });
  const dsr = sweep.selection?.dsr ?? null;
  return (
    <>
      <h2 className="-mb-2 flex flex-wrap items-baseline gap-x-2 font-semibold text-data">
        Improvement out of sample
        <span className="font-normal text-muted text-small">optimized minus original; percentages in points</span>
      </h2>
      <StatStrip label="Improvement out of sample">
        <Stat
          label="Sharpe Ratio"
          value={improvementMetrics.sharpeRatio}
          note={`${fixed(original.performance.sharpe, 2)} → ${fixed(optimized.performance.sharpe, 2)}`}
          info={improvement("Improvement of the Sharpe Ratio", "sharpeRatio")}
        />
        <Stat
          label="Returns"
          value={improvementMetrics.returns}
          note={`${percent(original.performance.totalReturn)} → ${percent(optimized.performance.totalReturn)}`}
          info={improvement("Improvement of Returns", "optimizeStrategy")}
        />
        <Stat
          label="Max Drawdown"
          value={improvementMetrics.maxDrawdown}
          note={`${percent(original.performance.maxDrawdown)} → ${percent(optimized.performance.maxDrawdown)}`}
          info={improvement("Improvement of the Max Drawdown", "drawdown")}
        />
        <Stat
          label="Deflated Sharpe Ratio"
          value={percent(dsr)}
          note={`best of ${plural(sweep.selection?.trials ?? 0, "trial")}; ${percent(outOfSamplePsr, 0)} that the out-of-sample Sharpe exceeds 0`}
          info={{
            title: "Deflated Sharpe Ratio",
            computedBy: "deflatedSharpe",
            formula: "probability that the true Sharpe ratio of the best trial exceeds the expected maximum of as many null trials",
            settings: [["Trials", count(sweep.selection?.trials ?? 0)]],
            n: `${count(sweep.rows - 1)} returns`,
          }}
        />
      </StatStrip>
    </>
  );
}

interface Line {
  name: string;
  original: string;
  optimized: string;
  varied: boolean;
}

const PARAMETER_COLUMNS: TableColumn<Line>[] = [
  { id: "name", header: "Parameter", cell: ({ name, varied }) => (varied ? <strong>{name}</strong> : name), text: ({ name }) => name },
  { id: "original", header: "Original", cell: ({ original }) => original },
  {
    id: "optimized",
    header: "Optimized",
    cell: ({ original, optimized }) => (original === optimized ? optimized : <strong>{optimized}</strong>),
    text: ({ optimized }) => optimized,
  },
];

/** The parameters this kind of strategy uses. */
const linesOf = ({ originalParams, optimizedParams, sweep }: OptimizeValue, strategy: StrategyContent): Line[] =>
  readBy(strategy).map(({ key, label }) => ({
    name: label,
    original: valueText(key, valueIn(originalParams, key)),
    optimized: valueText(key, valueIn(optimizedParams, key)),
    varied: sweep.axes.some(({ parameter }) => parameter === key),
  }));

function windowColumns({ sweep: { axes } }: OptimizeValue): TableColumn<Window>[] {
  return [
    {
      id: "rows",
      header: "Tested on",
      cell: ({ start, end, split, to }) =>
        start !== null && end !== null ? (
          <span className="num whitespace-nowrap">{`${moment(start)} – ${moment(end)}`}</span>
        ) : (
          `rows ${count(split + 1)} – ${count(to)}`
        ),
      text: ({ start, end, split, to }) =>
        start !== null && end !== null ? `${moment(start)} – ${moment(end)}` : `rows ${count(split + 1)} – ${count(to)}`,
    },
    ...axes.map(({ parameter }) => ({
      id: parameter,
      header: labelOf(parameter),
      cell: ({ parameters, index }: Window) => (index === null ? "—" : valueText(parameter, valueIn(parameters, parameter))),
    })),
    { id: "before", header: "In sample", cell: ({ inSample }) => fixed(inSample, 2), sortBy: ({ inSample }) => inSample },
    { id: "after", header: "OOS return", matters: true, cell: ({ returns }) => percent(returns), sortBy: ({ returns }) => returns },
    {
      id: "original",
      header: "Original OOS",
      matters: true,
      cell: ({ original }) => percent(original),
      sortBy: ({ original }) => original,
    },
  ];
}

function chartOf({ times, optimized, original }: OptimizeValue): { x: ChartAxis; panes: ChartPane[] } {
  return {
    x: datedAxis(times, "Row"),
    panes: [
      {
        key: "wealth",
        share: 1,
        digits: 3,
        series: [
          { key: "optimized", label: "Optimized", kind: "line", color: "accent", values: optimized.wealth },
          { key: "original", label: "Original", kind: "line", color: "muted", values: original.wealth },
        ],
      },
    ],
  };
}
