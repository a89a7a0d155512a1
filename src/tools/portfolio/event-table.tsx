import type { ReactNode } from "react";
import { count, day, fixed, percent } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import type { TableColumn } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PagedTable } from "../../ui/paged-table.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { saveTrades } from "./exports.tsx";
import type { RebalancingRun } from "./use-simulation";

type Event = RebalancingRun["value"]["list"][number];

const PERIOD = { daily: "day", weekly: "week", monthly: "month", quarterly: "quarter" } as const;

/** Why a trade was made, and why it missed its target, if it did. */
export function reasonOf(event: Event, { settings }: Pick<RebalancingRun, "settings">): string {
  const { reason, distance, capped } = event;
  const calendar = `a new ${PERIOD[settings.frequency]}`;
  const threshold = `a weight ${percent(distance, 1)} from its target, more than ${percent(settings.threshold / 100, 1)}`;
  const why = { calendar, threshold, "calendar and threshold": `${calendar}, with ${threshold}` }[reason];
  return `${why[0].toUpperCase()}${why.slice(1)}${capped ? `; capped at the maximum turnover of ${percent(settings.maxTurnover / 100, 0)}` : ""}`;
}

/** The largest changes of weight of an event, bought and sold. */
function tradesOf({ before, after }: Event, names: readonly string[]): string {
  const changes = names.map((name, i) => ({ name, change: after[i] - before[i] })).filter(({ change }) => Math.abs(change) >= 5e-5);
  const sorted = changes.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const shown = sorted
    .slice(0, MAX_SHOWN)
    .map(({ name, change }) => `${change > 0 ? "buy" : "sell"} ${name} ${percent(Math.abs(change), 2)}`);
  return [...shown, ...(sorted.length > MAX_SHOWN ? [`${count(sorted.length - MAX_SHOWN)} more`] : [])].join(", ") || "nothing to trade";
}

const whenOf = ({ time, row }: Event): string => (time === null ? count(row + 1) : day(time));

const MAX_SHOWN = 6;

interface EventTableProps {
  run: Pick<RebalancingRun, "settings" | "set"> & { value: Pick<RebalancingRun["value"], "list" | "names"> };
  /** Total number of events, listed or not. */
  events: number;
  /** Part of the file name: "backtest". */
  part: string;
}

/** Every trade towards the targets: date, reason, assets, share of the portfolio, and cost. */
export function EventTable({ run, events, part }: EventTableProps) {
  const { list, names } = run.value;
  if (list.length === 0) return <EmptyState>No trades: no new period and no weight beyond the threshold.</EmptyState>;
  const dated = list[0].time !== null;
  const columns: TableColumn<Event>[] = [
    { id: "when", header: dated ? "Date" : "Row", cell: (event) => <Whole>{whenOf(event)}</Whole>, text: whenOf },
    { id: "turnover", header: "Turnover", matters: true, cell: ({ turnover }) => percent(turnover, 2) },
    { id: "cost", header: "Cost", matters: true, cell: ({ cost }) => fixed(cost, 2) },
    {
      id: "reason",
      header: "Reason",
      cell: (event) => <Words>{reasonOf(event, run)}</Words>,
      text: (event) => reasonOf(event, run),
      words: true,
    },
    {
      id: "trades",
      header: "Trades, % of the portfolio",
      cell: (event) => <Words wide>{tradesOf(event, names)}</Words>,
      text: (event) => tradesOf(event, names),
      words: true,
    },
  ];
  return (
    <Panel
      title="Trades by event"
      note={events > list.length ? `the first ${count(list.length)} of ${count(events)}` : `${count(events)}`}
      actions={
        <Button size="small" kind="quiet" onPress={() => saveTrades(run, part)}>
          <TableFormatName />
        </Button>
      }
      footer="Trades execute at the close of the trigger day; weights drift with prices in between."
      flush
    >
      <PagedTable
        label="Trades by event"
        columns={columns}
        total={list.length}
        rowsAt={(from, to) => list.slice(from, to)}
        rowKey={({ row }) => row}
        pageSize={15}
        saved
      />
    </Panel>
  );
}

const Whole = ({ children }: { children: ReactNode }) => <span className="whitespace-nowrap">{children}</span>;
const Words = ({ wide, children }: { wide?: boolean; children: ReactNode }) => (
  <span className={`block whitespace-normal ${wide ? "@min-[640px]:min-w-72" : "@min-[640px]:min-w-40"}`}>{children}</span>
);
