import { memo, useMemo } from "react";
import { count, day, percent, plain } from "../../lib/format.ts";
import { SampleChip } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { figureColumn, percents } from "../../ui/figure-column.ts";
import { InfoButton, type Provenance } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { ContributionChart } from "./contribution-chart";
import { SAMPLE_CONTRIBUTIONS } from "./sample-assets";
import type { ContributionsRun } from "./use-contributions";

type Asset = ContributionsRun["value"]["assets"][number];

/** Shown until there are assets: the specification's sample, marked as such. */
export function SampleContributions({ onStart, busy, given }: { onStart: () => void; busy: boolean; given: boolean }) {
  return (
    <>
      <EmptyState
        actions={
          given ? undefined : (
            <Button kind="primary" onPress={onStart} busy={busy}>
              Start with a sample
            </Button>
          )
        }
      >
        {given
          ? "No measurement yet: press Measure Contributions. Shown: four simulated assets."
          : "Load a table with one column per asset, or choose a client portfolio, to measure contributions to risk and return. Shown: four simulated assets."}
      </EmptyState>
      <div data-report="none" className="flex flex-col gap-2">
        <p>
          <SampleChip /> <span className="text-muted">simulated assets at equal weights, not your data</span>
        </p>
        <ContributionChart title="Risk and return contribution, sample" of={SAMPLE_CONTRIBUTIONS} />
      </div>
    </>
  );
}

function provenanceOf({ value: measured, input }: ContributionsRun) {
  const base = {
    computedBy: "contributionsOf",
    settings: [
      ["Weights", "rebalanced every step"],
      ["Steps per year", plain(input.perYear ?? 252)],
      ["Confidence", percent(input.confidence, 0)],
    ],
    n: `${count(measured.observations)} common returns`,
  } satisfies Partial<Provenance>;
  return {
    volatility: { title: "Portfolio volatility", formula: "√(w′ Σ w) × √(steps per year), Σ of the sample with n − 1", ...base },
    valueAtRisk: { title: "Parametric VaR", formula: "−(μ + z σ) of the portfolio's returns, one step", ...base },
    shortfall: { title: "Historical ES", formula: "mean loss at or below the return quantile", ...base },
    annualReturn: { title: "Mean return", formula: "mean simple return × steps per year", ...base },
    contributions: {
      title: "Contributions",
      formula: "component_i = w_i cov(r_i, r_p) / σ_p: they sum to the volatility; VaR and ES likewise",
      ...base,
    },
    drift: {
      title: "Drifted weight",
      formula: "w_i g_i / ∑ w_j g_j: weights set this many steps ago, without rebalancing",
      settings: [["Steps", count(measured.drift.periods)]],
      computedBy: "driftOf",
    },
  } satisfies Record<string, Provenance>;
}

/** Contribution of each asset to volatility, value at risk, shortfall and return, and the drift of weights. */
export const MetricsTab = memo(function MetricsTab({ run, onExport }: { run: ContributionsRun; onExport: () => void }) {
  const { value: measured, set } = run;
  const about = provenanceOf(run);
  const { alignment, drift } = measured;
  const bars = useMemo(
    () =>
      measured.assets.map(({ name, percentVolatility, returnContribution }) => ({
        name,
        risk: 100 * percentVolatility,
        return: 100 * returnContribution,
      })),
    [measured],
  );
  const rows = measured.assets.map((asset, i) => ({ ...asset, drifted: drift.weights[i] }));
  type Row = Asset & { drifted: number };
  const columns: TableColumn<Row>[] = [
    { id: "asset", header: "Asset", cell: ({ name }) => name, sortBy: ({ name }) => name },
    figureColumn("weight", "Weight", ({ weight }) => weight, percents(1)),
    figureColumn("volatility", "Volatility part", ({ componentVolatility }) => componentVolatility, percents(2)),
    figureColumn("share", "Risk share", ({ percentVolatility }) => percentVolatility, percents(1)),
    figureColumn("var", "VaR part", ({ componentVar }) => componentVar, percents(3)),
    figureColumn("shortfall", "ES part", ({ componentShortfall }) => componentShortfall, percents(3)),
    figureColumn("marginal", "Marginal volatility", ({ marginalVolatility }) => marginalVolatility, percents(2)),
    figureColumn("return", "Return part", ({ returnContribution }) => returnContribution, percents(2)),
    figureColumn("drifted", "Drifted weight", ({ drifted }) => drifted, percents(1)),
  ];
  const dropped = Math.max(0, ...alignment.assets.map((asset) => asset.dropped));
  const period = alignment.from === null ? "" : `, ${day(alignment.from)} to ${day(alignment.to)}`;
  return (
    <>
      <StatStrip label="Key figures of the portfolio">
        <Stat label="Volatility" value={percent(measured.volatility, 2)} unit="per year" info={about.volatility} />
        <Stat label="Parametric VaR" value={percent(measured.valueAtRisk, 2)} unit="per step" info={about.valueAtRisk} />
        <Stat label="Historical ES" value={percent(measured.shortfall, 2)} unit="per step" info={about.shortfall} />
        <Stat label="Mean return" value={percent(measured.annualReturn, 2)} unit="per year" info={about.annualReturn} />
      </StatStrip>
      <p className="-mt-2 text-muted text-small">
        {set.name}: {count(measured.observations)} common returns{period}.
        {dropped > 0 ? ` Up to ${count(dropped)} rows of an asset have no match in all others and are excluded.` : ""}
      </p>
      <ContributionChart title="Risk and return contribution" of={bars} />
      <Panel
        title="Contributions by asset"
        note="parts sum to the totals above"
        actions={
          <>
            <Button size="small" kind="quiet" onPress={onExport}>
              <TableFormatName />
            </Button>
            <InfoButton {...about.contributions} />
            <InfoButton {...about.drift} />
          </>
        }
        footer={`Drifted weights: weights after the latest ${count(drift.periods)} steps without rebalancing.`}
        flush
      >
        <DataTable label="Contributions by asset" columns={columns} rows={rows} rowKey={({ name }) => name} />
      </Panel>
    </>
  );
});
