import { intervalText } from "../../analysis/intervals/interval-words";
import { fixed } from "../../lib/format.ts";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { METRICS } from "./figure-names";
import { provenanceOf } from "./provenance";
import type { RiskRun } from "./use-risk";

type Row = (typeof METRICS)[number];

/** Every performance figure with its bootstrap interval. */
export function FiguresPanel({ run, preliminary }: { run: RiskRun; preliminary: boolean }) {
  const { value: report } = run;
  const { metrics, sharpeError, bootstrap, settings } = report;
  const columns: TableColumn<Row>[] = [
    { id: "figure", header: "Figure", cell: ([, label]) => label },
    {
      id: "value",
      header: "Value",
      cell: ([name, , show]) => {
        const { value } = metrics[name];
        return value === null ? "—" : show(value);
      },
    },
    { id: "interval", header: "95% interval", cell: ([name, , show]) => intervalText(metrics[name], show, preliminary), words: false },
  ];
  const block = bootstrap && (settings.scheme === "circular" ? bootstrap.blocks.circular : bootstrap.blocks.stationary);
  const notes = [
    sharpeError
      ? `Standard error of the Sharpe ratio: ${fixed(sharpeError.mertens, 3)}, for normal returns ${fixed(sharpeError.lo, 3)}.`
      : null,
    block && settings.scheme !== "independent" ? `Mean block of ${fixed(block, 1)} returns.` : null,
  ].filter(Boolean);
  return (
    <Panel
      title="Performance"
      note="with 95% bootstrap intervals"
      actions={<InfoButton {...provenanceOf(run).figures} />}
      footer={notes.length > 0 ? notes.join(" ") : undefined}
      flush
    >
      <DataTable label="Performance" columns={columns} rows={METRICS} rowKey={([name]) => name} />
    </Panel>
  );
}
