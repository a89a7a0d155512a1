import { memo, useMemo } from "react";
import { fileStem } from "../../analysis/data/save-table.ts";
import type { ChartMarkers } from "../../charts/chart-spec";
import { Histogram } from "../../charts/histogram.tsx";
import { stemOfPart } from "../../lib/canceled-after";
import { count, fixed, percent } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { provenanceOf } from "./provenance";
import type { ValidationRun, ValidationValue } from "./use-validation";

type FigureName = keyof ValidationValue["bootstrap"];

const asRatio = (value: number | null) => fixed(value, 2);
const asShare = (value: number | null) => percent(value);
const FIGURES: readonly { name: FigureName; label: string; show: (value: number | null) => string }[] = [
  { name: "sharpe", label: "Sharpe Ratio", show: asRatio },
  { name: "annualReturn", label: "Mean return per year", show: asShare },
  { name: "volatility", label: "Volatility", show: asShare },
  { name: "totalReturn", label: "Returns", show: asShare },
  { name: "maxDrawdown", label: "Max Drawdown", show: asShare },
  { name: "sortino", label: "Sortino Ratio", show: asRatio },
  { name: "calmar", label: "Calmar Ratio", show: asRatio },
];
type Line = (typeof FIGURES)[number];

const METHOD = { bca: "bias-corrected", percentile: "percentiles" } as const;

/** The resampled Sharpe ratios, and every figure with its interval. */
const columnsOf = (bootstrap: ValidationRun["value"]["bootstrap"]): TableColumn<Line>[] => [
  { id: "name", header: "Figure", cell: ({ label }) => label },
  { id: "value", header: "Actual", cell: ({ name, show }) => show(bootstrap[name].value) },
  { id: "lower", header: "Lower", cell: ({ name, show }) => show(bootstrap[name].lower) },
  { id: "upper", header: "Upper", cell: ({ name, show }) => show(bootstrap[name].upper) },
  {
    id: "how",
    header: "Interval",
    words: true,
    cell: ({ name }) => {
      const { interval, reason } = bootstrap[name];
      return interval ? METHOD[interval] : (reason ?? "—");
    },
  },
];

export const BootstrapPanel = memo(function BootstrapPanel({ run }: { run: ValidationRun }) {
  const { value } = run;
  const { sharpeHistogram, bootstrap, blocks, block, replicates, settings, candidates, selection } = value;
  const about = provenanceOf(run);
  const { sharpe } = bootstrap;
  const markers = useMemo<ChartMarkers>(
    () => ({
      lines: [
        ...(sharpe.lower === null ? [] : [{ at: sharpe.lower, label: "lower" }]),
        ...(sharpe.value === null ? [] : [{ at: sharpe.value, label: "actual" }]),
        ...(sharpe.upper === null ? [] : [{ at: sharpe.upper, label: "upper" }]),
      ],
    }),
    [sharpe],
  );
  const level = percent(1 - settings.significanceLevel, 0);
  const columns = useMemo(() => columnsOf(bootstrap), [bootstrap]);
  return (
    <>
      {sharpeHistogram ? (
        <Histogram
          title="Bootstrapped Sharpe Ratio"
          subtitle={`${count(replicates)} resamples of ${candidates[selection.strategy].name}`}
          bins={sharpeHistogram}
          measure="Sharpe Ratio"
          counted="resamples"
          markers={markers}
          height={240}
          exportName={stemOfPart(`${fileStem(run.series.name)}-bootstrap`, value.canceledAfter)}
          footer={
            <span className="flex items-center justify-between gap-2">
              <span>
                {settings.scheme === "stationary" ? "Stationary blocks of mean length" : "Circular blocks of length"} {fixed(block, 1)}
                {settings.blockLength !== null ? ", as entered." : "."}
                {blocks
                  ? ` The Politis–White rule gives ${fixed(blocks.stationary, 1)} for stationary and ${fixed(blocks.circular, 1)} for circular blocks.`
                  : ""}
              </span>
              <InfoButton {...about.bootstrap} />
            </span>
          }
        />
      ) : null}
      <Panel title="Figures with intervals" note={`${level} intervals; ${candidates[selection.strategy].name}`} flush>
        <DataTable label="Figures with intervals" columns={columns} rows={FIGURES} rowKey={({ name }) => name} copyable />
      </Panel>
    </>
  );
});
