import { useMemo, useState } from "react";
import { priceDecimals } from "../../analysis/decision/price-decimals.ts";
import type { ChartPane, ColorToken } from "../../charts/chart-spec";
import { datedAxis } from "../../charts/dated-axis.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import { FailureBox } from "../../ui/failure-box.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import type { RunColumn } from "./run-columns";
import { useRunColumns } from "./use-run-columns";

interface ComparedChartsProps {
  one: Kept<RunBody>;
  other: Kept<RunBody>;
}

const PLACES = ["First", "Second"] as const;
const COLORS: readonly ColorToken[] = ["series-1", "series-2"];
const LAYOUTS = [
  { value: "over", label: "One chart" },
  { value: "beside", label: "Side by side" },
] as const;
type Layout = (typeof LAYOUTS)[number]["value"];

/** Whether the rows of both correspond: equally many, at the same times. */
function sameRows(one: RunColumn, other: RunColumn): boolean {
  if (one.values.length !== other.values.length) return false;
  const [a, b] = [one.times, other.times];
  if (a === null || b === null) return a === b;
  const last = a.length - 1;
  const middle = last >> 1;
  return a === b || [0, middle, last].every((row) => a[row] === b[row]);
}

/** The column of a given name, otherwise the first. */
const columnAt = (columns: readonly RunColumn[], path: string | null): RunColumn | undefined =>
  columns.find((column) => column.path === path) ?? columns[0];

/** Title and data of a run: one model on two datasets has one title. */
const nameOf = ({ body: { title, datasets } }: Kept<RunBody>): string => [title, ...datasets.map(({ name }) => name)].join(" · ");

/** The results of two runs as charts, overlaid if their rows are the same, with synchronized cursors. */
export function ComparedCharts({ one, other }: ComparedChartsProps) {
  const results = [useRunColumns(one), useRunColumns(other)];
  const [paths, setPaths] = useState<readonly (string | null)[]>([null, null]);
  const [wanted, setLayout] = useState<Layout>("over");
  const [first, second] = results.map(({ columns }) => columns);
  const failure = results.find((result) => result.failure)?.failure ?? null;
  if (failure) {
    return (
      <div className="px-3.5 py-2.5">
        <FailureBox failure={failure} />
      </div>
    );
  }
  if (!first || !second) return <TimeChart title="Results" exportName="compared" x={EMPTY} panes={[]} loading="Computing both results…" />;
  const shared = first.find(({ path }) => second.some((column) => column.path === path))?.path ?? null;
  const shown = [columnAt(first, paths[0] ?? shared), columnAt(second, paths[1] ?? shared)];
  const [a, b] = shown;
  if (!a || !b) return <p className="px-3.5 py-2.5 text-muted">One of the results has no columns to draw.</p>;
  // Selects the same column of the other run too, if it has one.
  const choose = (place: number, path: string) =>
    setPaths((now) =>
      PLACES.map((_, at) => (at === place || (results[at].columns ?? []).some((column) => column.path === path) ? path : now[at])),
    );
  const alike = sameRows(a, b);
  const layout: Layout = alike ? wanted : "beside";
  return (
    <div className="flex flex-col gap-3 border-line border-t px-3.5 py-3">
      <div className="flex flex-wrap items-end gap-3">
        {[first, second].map((columns, place) => (
          <Select
            key={PLACES[place]}
            label={`${PLACES[place]} shows`}
            value={shown[place]?.path ?? null}
            options={columns.map(({ path, label }) => ({ value: path, label }))}
            onChange={(path) => choose(place, path)}
            className="min-w-0 flex-[1_1_12rem]"
          />
        ))}
        <Segmented
          label="Charts"
          value={layout}
          options={LAYOUTS.map((option) => ({ ...option, disabled: option.value === "over" && !alike }))}
          onChange={setLayout}
        />
      </div>
      {alike ? null : (
        <p className="text-muted text-small">
          Rows or dates differ, so the charts are shown side by side; a shared date moves both cursors.
        </p>
      )}
      <ColumnCharts columns={[a, b]} titles={[nameOf(one), nameOf(other)]} layout={layout} />
    </div>
  );
}

const EMPTY = datedAxis(null, "Row");

interface ColumnChartsProps {
  columns: readonly [RunColumn, RunColumn];
  titles: readonly [string, string];
  layout: Layout;
}

function ColumnCharts({ columns: [a, b], titles: [titleA, titleB], layout }: ColumnChartsProps) {
  const charts = useMemo(() => {
    const series = [a, b].map(({ label, values }, place) => ({
      key: `${place}`,
      label: `${PLACES[place]}: ${label}`,
      short: PLACES[place],
      kind: "line" as const,
      color: COLORS[place],
      values,
    }));
    const digits = Math.max(...[a, b].map(({ values }) => priceDecimals(values[values.length >> 1])));
    const pane = (key: string, shown: ChartPane["series"]): ChartPane[] => [{ key, share: 1, digits, series: shown }];
    return {
      over: pane("both", series),
      beside: series.map((one, place) => ({ x: datedAxis([a, b][place].times, "Row"), panes: pane(`${place}`, [one]) })),
    };
  }, [a, b]);
  if (layout === "over") {
    return (
      <TimeChart title="Results" subtitle={a.label} exportName="compared-results" x={charts.beside[0].x} panes={charts.over} height={280} />
    );
  }
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      {charts.beside.map(({ x, panes }, place) => (
        <TimeChart
          key={PLACES[place]}
          title={PLACES[place]}
          subtitle={[titleA, titleB][place]}
          exportName={`compared-${PLACES[place].toLowerCase()}`}
          x={x}
          panes={panes}
          height={240}
        />
      ))}
    </div>
  );
}
