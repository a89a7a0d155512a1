import type { DrawdownEpisode } from "../../workers/risk/drawdowns";
import { stepName } from "../../workers/step-name";
import { count, moment, percent } from "../lib/format.ts";
import { Button } from "../ui/button.tsx";
import { DataTable, type TableColumn } from "../ui/data-table.tsx";
import { InfoButton, type Provenance } from "../ui/info-button.tsx";
import { Panel } from "../ui/panel.tsx";

interface DrawdownTableProps {
  episodes: readonly DrawdownEpisode[];
  /** Number of values. */
  values: number;
  /** Dates of the values, or of all but the first, since returns have no date for the value before the first. */
  times: Float64Array | null;
  info: Provenance;
  /** Shows rows of the values in a chart. */
  onShow?: (rows: { from: number; to: number }) => void;
}

/** Rows to show for an episode: with a tenth of its length on either side. */
function around({ peak, recovery, length }: DrawdownEpisode, last: number): { from: number; to: number } {
  const margin = Math.max(5, Math.round(length / 10));
  return { from: Math.max(0, peak - margin), to: Math.min(last, (recovery ?? last) + margin) };
}

/** The ten deepest drawdowns with start, trough and end; with a chart, clicking one zooms to it. */
export function DrawdownTable({ episodes, values, times, info, onShow }: DrawdownTableProps) {
  const skipped = times ? values - times.length : 0;
  const at = (row: number | null) => {
    if (row === null) return "ongoing";
    if (!times) return count(row + 1);
    return row < skipped ? `before ${moment(times[0])}` : moment(times[row - skipped]);
  };
  const steps = `${stepName(times)}s`;
  const columns: TableColumn<DrawdownEpisode>[] = [
    {
      id: "depth",
      header: "Depth",
      matters: !onShow,
      cell: (episode) =>
        onShow ? (
          <Button
            size="small"
            kind="quiet"
            className="num -ml-2.5 text-data! text-accent!"
            aria-label={`Show the drawdown of ${percent(-episode.depth, 2)} in the chart`}
            onPress={() => onShow(around(episode, values - 1))}
          >
            {percent(episode.depth, 2)}
          </Button>
        ) : (
          <span className="num">{percent(episode.depth, 2)}</span>
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
      note={`lengths in ${steps}${onShow ? "; press a depth to zoom in" : ""}`}
      actions={<InfoButton {...info} />}
      flush
    >
      <DataTable label="Worst drawdowns" columns={columns} rows={episodes} rowKey={({ peak }) => peak} empty="No drawdowns." />
    </Panel>
  );
}
