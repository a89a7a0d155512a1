import { memo, useState, useSyncExternalStore } from "react";
import { Input } from "react-aria-components";
import { saveJson, saveTable } from "../../analysis/data/save-table.ts";
import { count, plural } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CONTROL } from "../../ui/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TableFormatName } from "../../ui/table-format.tsx";
import { wholeTables } from "../../ui/whole-tables.ts";
import { type Changes, type Metric, NO_CHANGES, outputColumns, outputRecord, valueText } from "./output-fields";
import type { ShownReport } from "./use-converter";

const PAGE = 50;
/** Rows of a report. */
const MAX_REPORTED = 500;

interface PreviewPanelProps {
  shown: ShownReport;
  /** Whether it matches the current form; otherwise it is the last conversion. */
  current: boolean;
  changes: Changes;
  setChanges: (changes: Changes) => void;
  disabled: boolean;
}

/** The columns of the file before it is saved: each can be excluded or changed. */
export const PreviewPanel = memo(function PreviewPanel({ shown, current, changes, setChanges, disabled }: PreviewPanelProps) {
  const [page, setPage] = useState(0);
  const { metrics, unread, unreadCount } = shown.value;
  const from = Math.min(page * PAGE, Math.max(0, metrics.length - 1));
  const reporting = useSyncExternalStore(wholeTables.subscribe, wholeTables.read);
  const rows = reporting ? metrics.slice(0, MAX_REPORTED) : metrics.slice(from, from + PAGE);
  const changed = changes.left.size + changes.values.size > 0;
  return (
    <Panel
      title="Figures"
      note={
        <span data-reported={plural(metrics.length, "figure")}>
          {current ? "Preview" : "Last converted"}: {plural(metrics.length - changes.left.size, "column")} in the order of the file
        </span>
      }
      actions={
        <>
          {changed ? (
            <Button size="small" onPress={() => setChanges(NO_CHANGES)} isDisabled={disabled}>
              Undo changes
            </Button>
          ) : null}
          <Button size="small" onPress={() => saveJson(outputRecord(metrics, changes), "trading_results.json")}>
            Save as JSON
          </Button>
          <Button size="small" onPress={() => void saveTable(outputColumns(metrics, changes), "trading_results")}>
            Save as <TableFormatName />
          </Button>
        </>
      }
      flush
      footer={
        unreadCount > 0 ? (
          <details>
            <summary className="cursor-default">{plural(unreadCount, "line was", "lines were")} not understood</summary>
            <ol className="mt-1.5 flex flex-col gap-0.5">
              {unread.map(({ line, text }) => (
                <li key={line} className="num break-words">
                  <span className="text-faint">line {count(line)}:</span> {text}
                </li>
              ))}
            </ol>
          </details>
        ) : undefined
      }
    >
      <table className="w-full table-fixed border-collapse text-data" aria-label="Figures" aria-rowcount={metrics.length + 1}>
        <thead>
          <tr className="text-left text-muted text-small">
            <th scope="col" className="px-3.5 py-2 font-normal">
              Column
            </th>
            <th scope="col" className="w-[45%] px-3.5 py-2 text-right font-normal">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((metric) =>
            current ? (
              <MetricRow key={metric.name} metric={metric} changes={changes} setChanges={setChanges} disabled={disabled} />
            ) : (
              <ConvertedRow key={metric.name} metric={metric} changes={changes} />
            ),
          )}
        </tbody>
      </table>
      {metrics.length > PAGE ? <Pages from={from} length={metrics.length} page={page} show={setPage} /> : null}
    </Panel>
  );
});

/** A column of the file: included or not, and its value. */
function MetricRow({
  metric,
  changes,
  setChanges,
  disabled,
}: Pick<PreviewPanelProps, "changes" | "setChanges" | "disabled"> & { metric: Metric }) {
  const leave = (out: boolean) => {
    const left = new Set(changes.left);
    if (out) left.add(metric.name);
    else left.delete(metric.name);
    setChanges({ ...changes, left });
  };
  const edit = (text: string) => {
    const values = new Map(changes.values);
    if (text === String(metric.value)) values.delete(metric.name);
    else values.set(metric.name, text);
    setChanges({ ...changes, values });
  };
  const out = changes.left.has(metric.name);
  return (
    <tr className="border-line border-t">
      <td className="min-w-0 break-words px-3.5 py-1 [overflow-wrap:anywhere]">
        <span data-reported={metric.name}>
          <Checkbox checked={!out} disabled={disabled} onChange={(kept) => leave(!kept)}>
            <span className={out ? "text-muted line-through" : ""}>{metric.name}</span>
          </Checkbox>
        </span>
      </td>
      <td className="px-3.5 py-1">
        <span data-reported={valueText(metric, NO_CHANGES)}>
          <Input
            aria-label={`Value of ${metric.name}`}
            className={`${CONTROL} num text-right`}
            value={valueText(metric, changes)}
            disabled={disabled || out}
            onChange={(event) => edit(event.target.value)}
          />
        </span>
      </td>
    </tr>
  );
}

/** A column of a saved file: read-only. */
function ConvertedRow({ metric, changes }: Pick<PreviewPanelProps, "changes"> & { metric: Metric }) {
  const out = changes.left.has(metric.name);
  return (
    <tr className={`border-line border-t ${out ? "text-muted line-through" : ""}`}>
      <td className="min-w-0 px-3.5 py-1.5 [overflow-wrap:anywhere]">{metric.name}</td>
      <td className="num px-3.5 py-1.5 text-right [overflow-wrap:anywhere]">
        <span data-reported={valueText(metric, NO_CHANGES)}>{valueText(metric, changes)}</span>
      </td>
    </tr>
  );
}

interface PagesProps {
  /** Index of the first row shown. */
  from: number;
  length: number;
  page: number;
  show: (page: number) => void;
}

function Pages({ from, length, page, show }: PagesProps) {
  return (
    <nav aria-label="Pages of the preview" className="flex items-center justify-between gap-2 border-line border-t px-3.5 py-1.5">
      <span role="status" className="num text-muted text-small">
        {count(from + 1)}–{count(Math.min(length, from + PAGE))} of {count(length)}
      </span>
      <span className="flex gap-1">
        <Button size="small" kind="quiet" isDisabled={from === 0} onPress={() => show(page - 1)}>
          Previous
        </Button>
        <Button size="small" kind="quiet" isDisabled={from + PAGE >= length} onPress={() => show(page + 1)}>
          Next
        </Button>
      </span>
    </nav>
  );
}
