import { useAtomValue } from "jotai";
import { memo, useMemo } from "react";
import { Sparkline } from "../../charts/sparkline.tsx";
import { count, duration, fixed, plural } from "../../lib/format.ts";
import { figuresAsAtom } from "../../state/figures-as";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { type BatchRow, type BatchRun, isComplete } from "./batch-run";
import { figuresOf, IN_LINE } from "./figures";
import { OpenSeries, useOpenSeries } from "./open-series.tsx";
import { QUESTIONS } from "./settings";

const textAt = ({ row }: BatchRow, cell: string): string => String(row[cell] ?? "");

/** @param open opens a series in its tool */
const nameColumn = (open: (place: number) => void): TableColumn<BatchRow> => ({
  id: "series",
  header: "Series",
  cell: (row) => <OpenSeries name={textAt(row, "series")} place={row.place} open={open} />,
  text: (row) => textAt(row, "series"),
  sortBy: (row) => textAt(row, "series"),
});

/** Memoized, since the table re-renders often. */
const StillSparkline = memo(Sparkline);

const OUTLINE: TableColumn<BatchRow> = {
  id: "outline",
  header: "Chart",
  words: true,
  cell: ({ outline, row }) =>
    outline.length > 1 ? <StillSparkline label={String(row.series)} values={outline} width={72} height={20} /> : null,
  text: null,
};

const VALUES: TableColumn<BatchRow> = {
  id: "values",
  header: "Values",
  cell: ({ row }) => (typeof row.values === "number" ? count(row.values) : "—"),
  sortBy: ({ row }) => (typeof row.values === "number" ? row.values : null),
};

const FAILURES: readonly TableColumn<BatchRow>[] = [
  { id: "series", header: "Series", cell: (row) => textAt(row, "series"), sortBy: (row) => textAt(row, "series") },
  { id: "reason", header: "Reason", words: true, cell: (row) => textAt(row, "failure"), sortBy: (row) => textAt(row, "failure") },
];

/** Shown if other programs' figures are chosen for the screens; not in reports, which are the same for any choice. */
const OWN_ROWS = <span data-report="none">By Prospect's definitions: rows are the same on every device and host.</span>;

const keyOf = ({ place }: BatchRow) => place;

/** One row per series, sortable, and the series without a result with the reasons. */
export function Results({ run }: { run: BatchRun }) {
  const { plan, rows, sources, failed, millis, digest } = run;
  const { question } = plan;
  const open = useOpenSeries(run);
  const own = useAtomValue(figuresAsAtom) === "prospect";
  const columns = useMemo<TableColumn<BatchRow>[]>(
    () => [
      nameColumn(open),
      OUTLINE,
      ...figuresOf(plan).map(({ header, of, show }, place) => ({
        id: header,
        header,
        matters: place < IN_LINE,
        cell: ({ row }: BatchRow) => show(row),
        sortBy: ({ row }: BatchRow) => of(row),
      })),
      VALUES,
    ],
    [open, plan],
  );
  const failures = useMemo(() => rows.filter(({ row }) => row.failure !== undefined), [rows]);
  return (
    <>
      <StatStrip label="The run">
        <Stat label="Answered" value={count(rows.length - failed)} note={`of ${plural(sources.length, "series", "series")}`} />
        <Stat label="Failed" value={count(failed)} note={failed > 0 ? "reasons below" : "none"} />
        {/* Unknown for a run interrupted by a reload, or in progress in another tab. */}
        <Stat
          label="Time"
          value={millis > 0 ? duration(millis) : "—"}
          note={millis > 0 ? `${fixed((1000 * rows.length) / millis, 1)} series per second` : "once it has ended"}
        />
        <Stat
          label="Digest"
          value={digest ? digest.slice(0, 12) : "—"}
          note={isComplete(run) ? "of all answers" : "once all are answered"}
          info={{
            title: "Digest",
            formula: "SHA-256 of name, data hash, answer digest and failure of every row, in the order of the data",
            settings: digest ? [["In full", digest]] : [],
            n: count(rows.length),
            source: "The command prospect prints the same digest for the same plan and data.",
          }}
        />
      </StatStrip>
      <Panel title={`${QUESTIONS[question].label} by series`} note={plan.data.join(", ")} footer={own ? undefined : OWN_ROWS} flush>
        <DataTable label="Results by series" columns={columns} rows={rows} rowKey={keyOf} expected={sources.length} height={560} />
      </Panel>
      {failures.length > 0 ? (
        <Panel title="Not answered" note={plural(failures.length, "series", "series")} flush>
          <DataTable label="Series without an answer" columns={FAILURES} rows={failures} rowKey={keyOf} />
        </Panel>
      ) : null}
    </>
  );
}
