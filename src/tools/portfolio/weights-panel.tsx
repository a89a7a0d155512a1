import { useMemo } from "react";
import { DonutChart, type DonutSlice } from "../../charts/donut-chart.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { figureColumn, percents } from "../../ui/figure-column.ts";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { colorOf, MAX_COLORS } from "./asset-colors";
import { saveWeights } from "./exports.tsx";
import { provenanceOf } from "./provenance";
import type { ProposalRun } from "./use-proposal";

interface Row {
  asset: number;
  name: string;
  weight: number;
  now: number;
  risk: number | null;
  measured: number | null;
  gain: number | null;
  /** Index of its cluster, for hierarchical clustering. */
  cluster: number | null;
}

/** Maximum number of slices; the rest is combined. */
const MAX_SLICES = 8;

function slicesOf(rows: readonly Row[]): DonutSlice[] {
  const colored = rows.length <= MAX_COLORS;
  const sorted = rows.filter(({ weight }) => weight > 1e-6).sort((a, b) => b.weight - a.weight);
  const own = sorted.length > MAX_SLICES ? MAX_SLICES - 1 : sorted.length;
  const rest = sorted.slice(own).reduce((sum, { weight }) => sum + weight, 0);
  const slices: DonutSlice[] = sorted.slice(0, own).map(({ asset, name, weight }) => ({
    key: `asset-${asset}`,
    label: name,
    value: 100 * weight,
    color: colored ? colorOf(asset) : undefined,
  }));
  return rest > 0 ? [...slices, { key: "others", label: `${sorted.length - own} others`, value: 100 * rest, color: "faint" }] : slices;
}

interface WeightsPanelProps {
  run: ProposalRun;
  /** Sets the current weights; null if they belong to a client's portfolio. */
  onTake: ((weights: Float64Array) => void) | null;
  onSave: () => void;
}

/** The proposed weights, as a donut and asset by asset with risk contributions. */
export function WeightsPanel({ run, onTake, onSave }: WeightsPanelProps) {
  const { value: proposal, set, contributions } = run;
  const rows = useMemo<Row[]>(
    () =>
      proposal.names.map((name, i) => ({
        asset: i,
        name,
        weight: proposal.weights[i],
        now: set.weights[i],
        risk: proposal.riskContributions?.[i] ?? null,
        measured: contributions?.assets[i].percentVolatility ?? null,
        gain: contributions?.assets[i].returnContribution ?? null,
        cluster: proposal.clusters?.[i] ?? null,
      })),
    [proposal, set, contributions],
  );
  const slices = useMemo(() => slicesOf(rows), [rows]);
  const columns: TableColumn<Row>[] = [
    { id: "asset", header: "Asset", cell: ({ name }) => name, sortBy: ({ name }) => name },
    ...(proposal.clusters
      ? [{ id: "cluster", header: "Cluster", cell: ({ cluster }: Row) => String(cluster), sortBy: ({ cluster }: Row) => cluster ?? 0 }]
      : []),
    figureColumn("weight", "Weight", ({ weight }) => weight, percents(2), true),
    figureColumn("now", "Current", ({ now }) => now, percents(2), true),
    figureColumn("change", "Change", (row) => row.weight - row.now, percents(2), true),
    figureColumn("risk", "Risk share", ({ risk }) => risk, percents(2), true),
    figureColumn("measured", "Risk over the sample", ({ measured }) => measured, percents(2)),
    figureColumn("gain", "Return per year", ({ gain }) => gain, percents(2)),
  ];
  return (
    <div className="grid items-start gap-4 @min-[740px]/results:grid-cols-[minmax(16rem,1fr)_2fr]">
      <DonutChart
        title="Proposed weights"
        subtitle="% of the portfolio"
        exportName="weights"
        part="Asset"
        measure="Weight"
        unit="%"
        slices={slices}
      />
      <Panel
        title="Weights and contributions"
        actions={
          <>
            <Button size="small" onPress={onSave}>
              Save to a client
            </Button>
            {onTake ? (
              <Button size="small" onPress={() => onTake(proposal.weights)}>
                Use these weights
              </Button>
            ) : null}
            <Button size="small" kind="quiet" onPress={() => saveWeights(run)}>
              <TableFormatName />
            </Button>
            <InfoButton {...provenanceOf(run).contributions} />
          </>
        }
        footer={
          contributions
            ? "Risk share uses the estimates behind the weights; risk over the sample and return per year are realized."
            : "The assets vary too little to attribute risk over the sample."
        }
        flush
      >
        <DataTable label="Weights and contributions" columns={columns} rows={rows} rowKey={({ name }) => name} />
      </Panel>
    </div>
  );
}
