import { useMemo } from "react";
import { dated, saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { fixed, headIn, moment, plural } from "../../lib/format.ts";
import type { StatusEvent, StatusHistory, StatusPoint } from "../../state/status-history";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { MEASURES } from "./measures";

const FIGURES = [
  { id: "cpu", name: "CPU", unit: "%", digits: 0, of: ({ cpu }: StatusPoint) => cpu },
  { id: "memory", name: "Memory", unit: "MB", digits: 0, of: ({ memory }: StatusPoint) => memory },
  { id: "latency", name: "Latency", unit: "ms", digits: 1, of: ({ latency }: StatusPoint) => latency },
] as const;

/** Quantile of sorted values by nearest rank. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted.length === 0 ? null : sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

const FILE = "system-status";

function saveCsv(history: readonly StatusPoint[]): void {
  const columns = FIGURES.map(({ name, unit, of }) => ({
    name: headIn(name, unit),
    values: Float64Array.from(history, (point) => of(point) ?? Number.NaN),
  }));
  const times = Float64Array.from(history, ({ time }) => time);
  void saveTable(dated(times, columns), `${FILE}`);
}

interface HistoryPanelProps {
  history: StatusHistory["points"];
  events: StatusHistory["events"];
}

/** Measurements on this device, including earlier visits: series, median and worst. */
export function HistoryPanel({ history, events }: HistoryPanelProps) {
  const rows = useMemo(
    () =>
      FIGURES.map(({ of, ...figure }) => {
        const known = history.map(of).filter((value) => value !== null);
        const sorted = [...known].sort((a, b) => a - b);
        return {
          ...figure,
          values: Float64Array.from(known),
          last: known.at(-1) ?? null,
          p50: quantile(sorted, 0.5),
          p95: quantile(sorted, 0.95),
        };
      }),
    [history],
  );
  return (
    <Panel
      title="History"
      note={history.length > 0 ? `${plural(history.length, "sample")} since ${moment(history[0].time)}` : "stored on this device"}
      actions={
        <>
          <Button size="small" isDisabled={history.length === 0} onPress={() => saveCsv(history)}>
            <TableFormatName />
          </Button>
          <Button size="small" isDisabled={history.length === 0} onPress={() => saveJson({ looks: history, events }, `${FILE}.json`)}>
            JSON
          </Button>
          <InfoButton {...MEASURES.history} />
        </>
      }
      flush
    >
      <DataTable
        label="History"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { id: "name", header: "Figure", cell: ({ name, unit }) => headIn(name, unit), words: true },
          {
            id: "course",
            header: "Trend",
            text: null,
            cell: ({ name, values, unit, digits }) =>
              values.length > 1 ? (
                <Sparkline label={name} values={values} unit={unit} digits={digits} width={80} />
              ) : (
                // Same size as the sparkline that replaces it after the second measurement.
                <span className="inline-flex h-6 w-20 items-center">—</span>
              ),
            words: true,
          },
          { id: "last", header: "Last", cell: ({ last, digits }) => fixed(last, digits) },
          { id: "p50", header: "p50", cell: ({ p50, digits }) => fixed(p50, digits) },
          { id: "p95", header: "p95", cell: ({ p95, digits }) => fixed(p95, digits) },
        ]}
      />
    </Panel>
  );
}

/** Changes, newest first. */
export function EventPanel({ events }: { events: readonly StatusEvent[] }) {
  return (
    <Panel title="Events" note="stored on this device">
      {events.length === 0 ? <EmptyState>No events yet.</EmptyState> : null}
      <ol className="text-small">
        {events.slice(0, 20).map(({ number, time, text }) => (
          <li key={number} className="flex gap-3 border-line border-t py-1 first:border-t-0">
            <time className="num whitespace-nowrap text-muted">{moment(time)}</time>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
