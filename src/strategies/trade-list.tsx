import { memo, useCallback, useMemo } from "react";
import { count, fixed, percent, plural, significant } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { Direction } from "../ui/direction.tsx";
import { PagedTable } from "../ui/paged-table.tsx";
import { Panel } from "../ui/panel.tsx";
import { TableFormatName } from "../ui/table-format.tsx";
import type { BacktestValue } from "./backtest-input";
import { EXITS, openTrades, saveTrades } from "./save-backtest";
import type { BacktestRun } from "./use-backtest";
import { whenTraded } from "./when-traded";

type Trade = BacktestValue["trades"][number];

const ASSET: TableColumn<Trade> = {
  id: "asset",
  header: "Asset",
  words: true,
  cell: ({ asset }) => asset ?? "—",
  sortBy: ({ asset }) => asset ?? "",
};

const COLUMNS: TableColumn<Trade>[] = [
  {
    id: "entry",
    header: "Entry",
    cell: ({ entryTime, entryRow }) => <span className="num whitespace-nowrap">{whenTraded(entryTime, entryRow)}</span>,
    text: ({ entryTime, entryRow }) => whenTraded(entryTime, entryRow),
    sortBy: ({ entryRow }) => entryRow,
  },
  {
    id: "side",
    header: "Side",
    words: true,
    matters: true,
    cell: ({ side }) => <Direction mark={side === "long" ? "up" : "down"}>{side}</Direction>,
    text: ({ side }) => side,
    sortBy: ({ side }) => side,
  },
  {
    id: "exit",
    header: "Exit",
    cell: ({ exitTime, exitRow }) => <span className="whitespace-nowrap">{whenTraded(exitTime, exitRow)}</span>,
    text: ({ exitTime, exitRow }) => whenTraded(exitTime, exitRow),
    sortBy: ({ exitRow }) => exitRow,
  },
  {
    id: "why",
    header: "Exit reason",
    words: true,
    cell: ({ exit }) => <span className="whitespace-nowrap">{EXITS[exit]}</span>,
    text: ({ exit }) => EXITS[exit],
    sortBy: ({ exit }) => EXITS[exit],
  },
  { id: "quantity", header: "Quantity", cell: ({ quantity }) => fixed(quantity, 2), sortBy: ({ quantity }) => quantity },
  { id: "paid", header: "Entry price", cell: ({ entryPrice }) => significant(entryPrice, 6), sortBy: ({ entryPrice }) => entryPrice },
  { id: "got", header: "Exit price", cell: ({ exitPrice }) => significant(exitPrice, 6), sortBy: ({ exitPrice }) => exitPrice },
  {
    id: "costs",
    header: "Costs",
    cell: ({ fees, slippage }) => fixed(fees + slippage, 2),
    sortBy: ({ fees, slippage }) => fees + slippage,
  },
  { id: "profit", header: "Profit", matters: true, cell: ({ profit }) => fixed(profit, 2), sortBy: ({ profit }) => profit },
  { id: "return", header: "Return", matters: true, cell: (trade) => percent(trade.return, 2), sortBy: (trade) => trade.return },
  { id: "bars", header: "Bars", cell: ({ bars }) => count(bars), sortBy: ({ bars }) => bars },
];

/** Without sorting, for a paged list: it would sort only the current page. */
const unsorted = (columns: TableColumn<Trade>[]) => columns.map(({ sortBy: _, ...column }) => column);
const UNSORTED = unsorted(COLUMNS);
const OF_ASSETS = [ASSET, ...COLUMNS];
const UNSORTED_OF_ASSETS = unsorted(OF_ASSETS);
/** Longer lists are paged: rows are read only when shown. */
const MANY = 500;
const keyOf = ({ asset, entryRow, exitRow }: Trade) => `${asset ?? ""}-${entryRow}-${exitRow}`;

/** Closed trades, newest last; the open one separately, and orders that could not be paid for. */
export const TradeList = memo(function TradeList({ run }: { run: BacktestRun }) {
  const { trades, canceledRows, account, times, firstRow, assets } = run.value;
  const open = useMemo(() => openTrades(run.value), [run.value]);
  const [columns, paged] = assets ? [OF_ASSETS, UNSORTED_OF_ASSETS] : [COLUMNS, UNSORTED];
  const page = useCallback((from: number, to: number) => trades.slice(from, to), [trades]);
  return (
    <>
      <Panel
        title="Trades"
        note={plural(run.value.statistics.trades, "closed trade")}
        actions={
          <Button size="small" onPress={() => saveTrades(run)} isDisabled={trades.length === 0 && open.length === 0}>
            Save trades as <TableFormatName />
          </Button>
        }
        flush
      >
        {trades.length > MANY ? (
          <PagedTable label="Trades" columns={paged} total={trades.length} rowsAt={page} rowKey={keyOf} saved />
        ) : (
          <div className="max-h-[30rem] overflow-y-auto">
            <DataTable label="Trades" columns={columns} rows={trades} rowKey={keyOf} empty="No closed trades" copyable />
          </div>
        )}
      </Panel>
      {open.length > 0 ? (
        <Panel title={open.length === 1 ? "Open trade" : "Open trades"} note="valued at the last close, not in the trade statistics" flush>
          <DataTable label={open.length === 1 ? "Open trade" : "Open trades"} columns={columns} rows={open} rowKey={keyOf} />
        </Panel>
      ) : null}
      {account.canceled > 0 ? (
        <p className="text-muted text-small">
          {plural(account.canceled, "order")} could not be paid and {account.canceled === 1 ? "was" : "were"} canceled:{" "}
          {canceledRows.map((row) => whenTraded(times ? times[row - firstRow] : null, row)).join(", ")}
          {account.canceled > canceledRows.length ? ", …" : ""}
        </p>
      ) : null}
    </>
  );
});
