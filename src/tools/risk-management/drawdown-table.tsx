import { stepName } from "../../../workers/step-name";
import { count, day, percent } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { provenanceOf } from "./provenance";
import type { RiskReport, RiskRun } from "./use-risk";

type Episode = RiskReport["episodes"][number];

interface DrawdownTableProps {
  run: RiskRun;
  onShow: (rows: { from: number; to: number }) => void;
}

/** Rows to show around an episode: a tenth of it on either side. */
function around({ peak, recovery, length }: Episode, last: number): { from: number; to: number } {
  const margin = Math.max(5, Math.round(length / 10));
  return { from: Math.max(0, peak - margin), to: Math.min(last, (recovery ?? last) + margin) };
}

/** The ten deepest falls with start, trough and end; a press zooms the chart to one. */
export function DrawdownTable({ run, onShow }: DrawdownTableProps) {
  const { value: report, times } = run;
  const last = report.wealth.length - 1;
  const skipped = times ? report.wealth.length - times.length : 0;
  const at = (row: number | null) => {
    if (row === null) return "ongoing";
    if (!times) return count(row + 1);
    // Of returns the wealth before the first one has no date.
    return row < skipped ? `before ${day(times[0])}` : day(times[row - skipped]);
  };
  const steps = `${stepName(times)}s`;
  const columns: TableColumn<Episode>[] = [
    {
      id: "depth",
      header: "Depth",
      cell: (episode) => (
        <Button
          size="small"
          kind="quiet"
          className="num -ml-2.5 text-data! text-accent!"
          aria-label={`Show the drawdown of ${percent(-episode.depth, 2)} in the chart`}
          onPress={() => onShow(around(episode, last))}
        >
          {percent(episode.depth, 2)}
        </Button>
      ),
      text: ({ depth }) => percent(depth, 2),
      sortBy: ({ depth }) => depth,
    },
    { id: "start", header: "Start", matters: true, cell: ({ peak }) => at(peak), sortBy: ({ peak }) => peak },
    { id: "trough", header: "Trough", cell: ({ trough }) => at(trough), sortBy: ({ trough }) => trough },
    { id: "end", header: "End", cell: ({ recovery }) => at(recovery), sortBy: ({ recovery }) => recovery },
    { id: "length", header: "Length", matters: true, cell: ({ length }) => count(length), sortBy: ({ length }) => length },
    { id: "down", header: `Drawdown ${steps}`, cell: ({ stepsDown }) => count(stepsDown), sortBy: ({ stepsDown }) => stepsDown },
    { id: "up", header: `Recovery ${steps}`, matters: true, cell: ({ stepsUp }) => count(stepsUp), sortBy: ({ stepsUp }) => stepsUp },
  ];
  return (
    <Panel
      title="Worst drawdowns"
      note={`lengths in ${steps}; press a depth to zoom in`}
      actions={<InfoButton {...provenanceOf(run).drawdowns} />}
      flush
    >
      <DataTable label="Worst drawdowns" columns={columns} rows={report.episodes} rowKey={({ peak }) => peak} empty="No drawdowns." />
    </Panel>
  );
}
