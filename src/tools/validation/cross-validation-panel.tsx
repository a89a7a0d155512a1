import { memo, useMemo } from "react";
import { fileStem } from "../../analysis/data/save-table.ts";
import { BarChart } from "../../charts/bar-chart.tsx";
import { count, fixed, percent, plural } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { provenanceOf } from "./provenance";
import { rowName } from "./rows";
import type { ValidationRun, ValidationValue } from "./use-validation";

type Fold = ValidationValue["crossValidation"]["folds"][number];

interface PathRow {
  path: number;
  sharpe: number | null;
  returns: number;
  drawdown: number;
}

const MEASURES = [
  { key: "sharpe", label: "Sharpe Ratio", unit: undefined, scale: 1 },
  { key: "returns", label: "Returns", unit: "%", scale: 100 },
  { key: "drawdown", label: "Max Drawdown", unit: "%", scale: 100 },
] as const;

const PATH_COLUMNS: TableColumn<PathRow>[] = [
  { id: "path", header: "Path", cell: ({ path }) => count(path) },
  { id: "sharpe", header: "Sharpe Ratio", cell: ({ sharpe }) => fixed(sharpe, 2), sortBy: ({ sharpe }) => sharpe },
  { id: "returns", header: "Returns", cell: ({ returns }) => percent(returns), sortBy: ({ returns }) => returns },
  { id: "drawdown", header: "Max Drawdown", cell: ({ drawdown }) => percent(drawdown), sortBy: ({ drawdown }) => drawdown },
];

function foldColumns(run: ValidationRun): TableColumn<Fold>[] {
  const { candidates, kind } = run.value;
  const name = rowName(run);
  return [
    { id: "fold", header: "Fold", cell: ({ fold }) => count(fold) },
    { id: "from", header: "Test start", cell: ({ test }) => name(test.from) },
    { id: "to", header: "Test end", cell: ({ test }) => name(test.to - 1) },
    {
      id: "train",
      header: "Trained on",
      cell: ({ train }) => count(train.reduce((sum, { from, to }) => sum + to - from, 0)),
    },
    ...(kind === "record"
      ? []
      : [
          {
            id: "choice",
            header: "Selected",
            cell: ({ strategy }: Fold) => candidates[strategy].name,
            words: true,
          },
        ]),
    { id: "sharpe", header: "Sharpe Ratio", matters: true, cell: ({ sharpe }) => fixed(sharpe, 2), sortBy: ({ sharpe }) => sharpe },
    { id: "returns", header: "Returns", matters: true, cell: ({ returns }) => percent(returns), sortBy: ({ returns }) => returns },
    {
      id: "drawdown",
      header: "Max Drawdown",
      matters: true,
      cell: ({ drawdown }) => percent(drawdown),
      sortBy: ({ drawdown }) => drawdown,
    },
  ];
}

/** Purged folds one by one, and the paths made of combinations of folds. */
export const CrossValidationPanel = memo(function CrossValidationPanel({ run }: { run: ValidationRun }) {
  const { crossValidation, settings, kind } = run.value;
  const { folds, paths } = crossValidation;
  const about = provenanceOf(run);
  const stem = fileStem(run.series.name);
  const charts = useMemo(
    () =>
      MEASURES.map(({ key, label, unit, scale }) => ({
        key,
        label,
        unit,
        categories: folds.map(({ fold }) => `Fold ${fold}`),
        series: [{ key, label, values: Float64Array.from(folds, (fold) => scale * (fold[key] ?? Number.NaN)) }],
      })),
    [folds],
  );
  const columns = useMemo(() => foldColumns(run), [run]);
  const rows = useMemo<PathRow[]>(
    () => paths.sharpes.map((sharpe, i) => ({ path: i + 1, sharpe, returns: paths.returns[i], drawdown: paths.drawdowns[i] })),
    [paths],
  );
  return (
    <>
      <Panel
        title="Cross-Validation Results"
        note={`${count(folds.length)} folds, ${plural(settings.purge, "row")} purged on both sides, ${count(settings.embargoRows)} embargoed after`}
        actions={<InfoButton {...about.folds} />}
        flush
      >
        <DataTable label="Cross-Validation Results" columns={columns} rows={folds} rowKey={({ fold }) => fold} copyable />
      </Panel>
      <div className="@container">
        <div className="grid gap-4 @min-[760px]:grid-cols-3">
          {charts.map(({ key, label, unit, categories, series }) => (
            <BarChart
              key={key}
              title={label}
              subtitle="by fold"
              exportName={`${stem}-folds-${key}`}
              category="Fold"
              categories={categories}
              series={series}
              unit={unit}
              digits={key === "sharpe" ? 2 : 1}
              height={170}
              bySign
            />
          ))}
        </div>
      </div>
      <Panel
        title="Combinatorial paths (CPCV)"
        note={`${count(paths.splits)} splits of ${count(paths.folds)} folds, ${count(paths.testFolds)} tested at once`}
        actions={<InfoButton {...about.paths} />}
        footer={
          kind === "record"
            ? "Nothing is selected, so every path is the record itself."
            : `${percent(paths.lossShare, 0)} of the paths have a Sharpe ratio below 0.`
        }
        flush
      >
        <DataTable label="Combinatorial paths" columns={PATH_COLUMNS} rows={rows} rowKey={({ path }) => path} height={260} copyable />
      </Panel>
    </>
  );
});
