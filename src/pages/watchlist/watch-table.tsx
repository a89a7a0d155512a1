import { useAtomValue } from "jotai";
import { memo, useMemo } from "react";
import type { Change, WatchedFigures } from "../../../workers/batch/jobs/watch-series";
import { ActionMark } from "../../analysis/decision/action-mark.tsx";
import { DEFINITIONS } from "../../analysis/programs/definitions";
import { TOOL_HEADS } from "../../analysis/programs/figures-as.tsx";
import { ProgramChoice } from "../../analysis/programs/printed-as.tsx";
import type { ToolFigure } from "../../analysis/programs/tool-figures";
import { Sparkline } from "../../charts/sparkline.tsx";
import { day, percent, significant } from "../../lib/format.ts";
import { type FiguresAs, figuresAsAtom } from "../../state/figures-as";
import { holds, type WatchAlert } from "../../state/watch/alerts";
import type { WatchedRow } from "../../state/watch/watchlist";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import type { Provenance } from "../../ui/info-button.tsx";
import { provenanceOf } from "./provenance.ts";

type Column = TableColumn<WatchedRow>;
type Provenances = ReturnType<typeof provenanceOf>;

const figuresOf = ({ found }: WatchedRow): WatchedFigures | null => found?.figures ?? null;
const HEIGHT = 560;
/** Percentages in the row itself on a phone. */
const IN_LINE = ["day"];
const share = (id: string, header: string, of: (figures: WatchedFigures) => number | null, info: Provenance): Column => {
  const value = (row: WatchedRow) => {
    const figures = figuresOf(row);
    return figures && of(figures);
  };
  return { id, header, info, matters: IN_LINE.includes(id), cell: (row) => percent(value(row), 2), sortBy: value };
};
/** A percentage that other programs define too: by the chosen program's definition if it has one, with ours below. */
function printed(
  as: FiguresAs,
  figure: ToolFigure,
  header: string,
  of: (figures: WatchedFigures) => number | null,
  about: Provenance,
): Column {
  const info = { ...about, choice: <ProgramChoice figure={figure} by={{ as, byTool: null }} /> };
  const own = share(figure, header, of, info);
  if (as === "prospect" || !DEFINITIONS[as].of[figure]) return own;
  const value = (row: WatchedRow) => figuresOf(row)?.byTool?.[as][figure] ?? null;
  return {
    ...own,
    header: `${header}, ${TOOL_HEADS[as]}`,
    unreported: true,
    cell: (row) => (
      <>
        {percent(value(row), 2)}
        <span className="block text-faint text-small">here {own.cell(row)}</span>
      </>
    ),
    text: (row) => percent(value(row), 2),
    sortBy: value,
  };
}
const ratio = (change: Change | null) => change?.ratio ?? null;

const StillSparkline = memo(Sparkline);

const LAST: Column = {
  id: "last",
  header: "Last",
  matters: true,
  cell: (row) => significant(figuresOf(row)?.last, 6),
  sortBy: (row) => figuresOf(row)?.last,
};

/** Below the name, where the row has a second line anyway: a separate column would push the last one out of the row. */
function Until({ row }: { row: WatchedRow }) {
  const outline = figuresOf(row)?.outline;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <span className="num text-muted text-small">{day(figuresOf(row)?.to)}</span>
      {outline && outline.length > 1 ? <StillSparkline label={row.name} values={outline} width={48} height={18} /> : null}
    </span>
  );
}

const regime = (info: Provenance): Column => {
  const cellText = (row: WatchedRow) => {
    const found = figuresOf(row)?.regime.value;
    return found ? `${found.name} ${percent(found.probability, 0)}` : "—";
  };
  return {
    id: "regime",
    header: "Regime",
    info,
    words: true,
    cell: (row) => (
      <span title={figuresOf(row)?.regime.reason ?? undefined} className="whitespace-nowrap">
        {cellText(row)}
      </span>
    ),
    text: cellText,
    sortBy: (row) => {
      const found = figuresOf(row)?.regime.value;
      return found ? `${found.name} ${percent(found.probability, 4)}` : null;
    },
  };
};

const decision = (info: Provenance): Column => ({
  id: "decision",
  header: "Decision",
  info,
  words: true,
  matters: true,
  cell: (row) => {
    const decision = figuresOf(row)?.decision;
    if (!decision?.value) return <span title={decision?.reason ?? undefined}>—</span>;
    const { action, explanation } = decision.value;
    return (
      <span title={explanation}>
        <ActionMark action={action} />
      </span>
    );
  },
  text: (row) => figuresOf(row)?.decision.value?.action ?? "",
  sortBy: (row) => figuresOf(row)?.decision.value?.action,
});

function columnsOf(as: FiguresAs, about: Provenances, alerts: readonly WatchAlert[], open: (row: WatchedRow) => void): Column[] {
  const met = (row: WatchedRow): number => {
    const figures = figuresOf(row);
    return figures ? alerts.filter((alert) => holds(alert, figures)).length : 0;
  };
  return [
    {
      id: "series",
      header: "Series",
      cell: (row) => (
        <>
          <span data-reported={row.name}>
            <SeriesButton row={row} open={open} />
          </span>
          <Until row={row} />
        </>
      ),
      text: ({ name }) => name,
      second: { id: "to", header: "Last date", cell: (row) => day(figuresOf(row)?.to) },
      sortBy: ({ name }) => name,
    },
    ...(alerts.length > 0
      ? [
          {
            id: "alerts",
            header: "Alerts",
            words: true,
            matters: true,
            cell: (row: WatchedRow) => (met(row) > 0 ? `▲ ${met(row)}` : ""),
            sortBy: met,
          },
        ]
      : []),
    LAST,
    share("day", "1 day", ({ day }) => ratio(day), about.day),
    share("month", "1 month", ({ month }) => ratio(month), about.month),
    decision(about.decision),
    printed(as, "volatility", "Volatility", ({ volatility }) => volatility, about.volatility),
    regime(about.regime),
    printed(as, "valueAtRisk", "VaR", ({ valueAtRisk }) => valueAtRisk, about.valueAtRisk),
    printed(as, "maxDrawdown", "Max DD", ({ maxDrawdown }) => maxDrawdown, about.maxDrawdown),
    share("drawdown", "Drawdown", ({ drawdown }) => drawdown, about.drawdown),
  ];
}

/** A series name that opens it. Memoized, since the table re-renders often. */
const SeriesButton = memo(function SeriesButton({ row, open }: { row: WatchedRow; open: (row: WatchedRow) => void }) {
  return (
    <Button
      kind="quiet"
      size="small"
      className="-ml-2.5 h-auto! max-w-full py-0.5 text-left text-data!"
      aria-label={`Open ${row.name}`}
      onPress={() => open(row)}
    >
      <span className="line-clamp-2 max-w-32 whitespace-normal wrap-anywhere @max-[400px]:max-w-28">{row.name}</span>
    </Button>
  );
});

interface WatchTableProps {
  rows: readonly WatchedRow[];
  alerts: readonly WatchAlert[];
  open: (row: WatchedRow) => void;
}

const keyOf = ({ key }: WatchedRow) => key;

export function WatchTable({ rows, alerts, open }: WatchTableProps) {
  const as = useAtomValue(figuresAsAtom);
  const columns = useMemo(() => columnsOf(as, provenanceOf(rows), alerts, open), [as, rows, alerts, open]);
  const scrolls = rows.length > HEIGHT / 40;
  return <DataTable label="Watchlist" columns={columns} rows={rows} rowKey={keyOf} copyable height={scrolls ? HEIGHT : undefined} />;
}
