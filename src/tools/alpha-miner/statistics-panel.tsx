import { useMemo } from "react";
import { fixed, percent, pValue } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import type { FactorResult } from "./alpha-input";
import { saveStatistics } from "./exports.tsx";
import { provenanceOf } from "./provenance";
import type { AlphaRun } from "./use-alpha";

/** One line per factor: return, predictive power, and significance. */
export function StatisticsPanel({ run }: { run: AlphaRun }) {
  const wide = run.value.mode === "cross-section";
  const columns = useMemo<TableColumn<FactorResult>[]>(() => {
    const figure = (
      id: string,
      header: string,
      pick: (factor: FactorResult) => number | null,
      show: (value: number | null) => string,
    ): TableColumn<FactorResult> => ({ id, header, cell: (factor) => show(pick(factor)), sortBy: pick });
    const asPercent = (value: number | null) => percent(value, 2);
    const digits = (places: number) => (value: number | null) => fixed(value, places);
    return [
      { id: "name", header: "Factor", cell: ({ name }) => name, sortBy: ({ name }) => name, words: true },
      figure("performance", "Performance", ({ performance }) => performance, asPercent),
      { ...figure("ir", "IR", ({ informationRatio }) => informationRatio, digits(3)), matters: true },
      figure("mean", "Mean", ({ mean }) => mean, asPercent),
      figure("volatility", "Volatility", ({ volatility }) => volatility, asPercent),
      figure("sharpe", "Sharpe", ({ sharpe }) => sharpe, digits(2)),
      ...(wide
        ? []
        : [
            figure(
              "hit",
              "Hit rate",
              ({ strategy }) => strategy.hitRate,
              (value) => percent(value, 1),
            ),
          ]),
      { ...figure("p", "p", ({ p }) => p, pValue), matters: true },
      { ...figure("bonferroni", "Bonferroni", ({ bonferroni }) => bonferroni, pValue), matters: true },
      { ...figure("bh", "Benjamini–Hochberg", ({ benjaminiHochberg }) => benjaminiHochberg, pValue), matters: true },
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
