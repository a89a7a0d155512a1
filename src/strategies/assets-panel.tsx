import { memo } from "react";
import { fileStem, saveTable } from "../analysis/data/save-table.ts";
import { count, fixed, percent, plural } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { InfoButton } from "../ui/info-button.tsx";
import { Panel } from "../ui/panel.tsx";
import { TableFormatName } from "../ui/table-format.tsx";
import type { BacktestValue } from "./backtest-input";
import type { BacktestRun } from "./use-backtest";

type Asset = NonNullable<BacktestValue["assets"]>[number];

/** Results per asset, if there are several. */
export const AssetsPanel = memo(function AssetsPanel({ run }: { run: BacktestRun }) {
  const { assets, settings } = run.value;
  if (!assets) return null;
  const columns: TableColumn<Asset>[] = [
    { id: "name", header: "Asset", words: true, cell: ({ name }) => name, sortBy: ({ name }) => name },
    { id: "rows", header: "Rows", cell: ({ rows }) => count(rows), sortBy: ({ rows }) => rows },
    {
      id: "trades",
      header: "Closed trades",
      cell: ({ statistics }) => count(statistics.trades),
      sortBy: ({ statistics }) => statistics.trades,
    },
    {
      id: "wins",
      header: "Win rate",
      cell: ({ statistics }) => percent(statistics.winRate),
      sortBy: ({ statistics }) => statistics.winRate ?? -1,
    },
    { id: "costs", header: "Costs", cell: ({ account }) => fixed(account.costs, 2), sortBy: ({ account }) => account.costs },
    { id: "profit", header: "Profit", cell: ({ profit }) => fixed(profit, 2), sortBy: ({ profit }) => profit },
    {
      id: "share",
      header: "% of capital",
      cell: ({ profit }) => percent(profit / settings.initialCapital, 2),
      sortBy: ({ profit }) => profit,
    },
    { id: "open", header: "Still open", cell: ({ openTrade }) => (openTrade ? fixed(openTrade.profit, 2) : "—") },
  ];
  const save = () => {
    const numbers = (of: (asset: Asset) => number | null) => Float64Array.from(assets, (asset) => of(asset) ?? Number.NaN);
    void saveTable(
      [
        { name: "Asset", values: assets.map(({ name }) => name) },
        { name: "Rows", values: numbers(({ rows }) => rows) },
        { name: "Closed trades", values: numbers(({ statistics }) => statistics.trades) },
        { name: "Win rate", values: numbers(({ statistics }) => statistics.winRate) },
        { name: "Costs", values: numbers(({ account }) => account.costs) },
        { name: "Profit", values: numbers(({ profit }) => profit) },
        { name: "Open profit", values: numbers(({ openTrade }) => openTrade?.profit ?? null) },
      ],
      `${fileStem(run.series.name)}-assets`,
    );
  };
  return (
    <Panel
      title="Assets"
      note={`${plural(assets.length, "asset")} with shared cash`}
      flush
      actions={
        <>
          <InfoButton
            title="Profit by asset"
            computedBy="sharedRun"
            formula="closed trades + open trade at the last price, net of costs; profits of all assets sum to the change in equity"
            settings={[["Shared cash", settings.allocation === "equal" ? "equal shares" : "first come, first served"]]}
            n={plural(assets.length, "asset")}
          />
          <Button size="small" onPress={save}>
            Save assets as <TableFormatName />
          </Button>
        </>
      }
    >
      <div className="max-h-[30rem] overflow-y-auto">
        <DataTable label="Assets" columns={columns} rows={assets} rowKey={({ name }) => name} copyable />
      </div>
    </Panel>
  );
});
