import { useMemo } from "react";
import { pValue } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { decimals, figureColumn, percents } from "../../ui/figure-column.ts";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import type { FactorResult } from "./alpha-input";
import { saveStatistics } from "./exports.tsx";
import { provenanceOf } from "./provenance";
import type { AlphaRun } from "./use-alpha";

/** One row per factor: return, predictive power, and significance. */
export function StatisticsPanel({ run }: { run: AlphaRun }) {
  const wide = run.value.mode === "cross-section";
  const columns = useMemo<TableColumn<FactorResult>[]>(() => {
    return [
      { id: "name", header: "Factor", cell: ({ name }) => name, sortBy: ({ name }) => name, words: true },
      figureColumn("performance", "Performance", ({ performance }) => performance, percents(2)),
      figureColumn("ir", "IR", ({ informationRatio }) => informationRatio, decimals(3), true),
      figureColumn("mean", "Mean", ({ mean }) => mean, percents(2)),
      figureColumn("volatility", "Volatility", ({ volatility }) => volatility, percents(2)),
      figureColumn("sharpe", "Sharpe", ({ sharpe }) => sharpe, decimals(2)),
      ...(wide ? [] : [figureColumn<FactorResult>("hit", "Hit rate", ({ strategy }) => strategy.hitRate, percents(1))]),
      figureColumn("p", "p", ({ p }) => p, pValue, true),
      figureColumn("bonferroni", "Bonferroni", ({ bonferroni }) => bonferroni, pValue, true),
      figureColumn("bh", "Benjamini–Hochberg", ({ benjaminiHochberg }) => benjaminiHochberg, pValue, true),
    ];
  }, [wide]);
  return (
    <Panel
      title="Factor Statistics"
      note={wide ? "long-short portfolios of the ranks" : "holding the sign of each factor"}
      actions={
        <>
          <Button size="small" kind="quiet" onPress={() => saveStatistics(run)}>
            <TableFormatName />
          </Button>
          <InfoButton {...provenanceOf(run).statistics} />
        </>
      }
      footer="Performance over the whole sample; mean and volatility per year. p by permutation; the next two columns adjust for all factors tried."
      flush
    >
      <DataTable label="Factor Statistics" columns={columns} rows={run.value.factors} rowKey={({ id }) => id} copyable />
    </Panel>
  );
}
