import { ZoomIn, ZoomOut } from "lucide-react";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { saveFile } from "../lib/save-file.ts";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { toast } from "../ui/toast-queue";
import { useChartFeed } from "./chart-feed-provider";
import type { ChartAxis, ChartMarkers, ChartPane } from "./chart-spec";
import { ChartTable } from "./chart-table";
import type { ChartData, PlotGroup } from "./plot-group";
import { rowsOf } from "./position";

const PlotStack = lazy(() => import("./plot-stack").then((module) => ({ default: module.PlotStack })));

const HEIGHT = 300;
const NO_MARKERS: ChartMarkers = {};

export interface TimeChartProps {
  title: string;
  /** Muted words after the title: unit, period, what it refers to. */
  subtitle?: string;
  x: ChartAxis;
  panes: ChartPane[];
  markers?: ChartMarkers;
  /** Name of the files it is saved as, without extension. */
  exportName: string;
  /** What is being done while there is nothing to draw yet. */
  loading?: string | false;
  /** What to do to get something to draw. */
  empty?: ReactNode;
  /** Height of the plots in CSS pixels, without title and legends. */
  height?: number;
  /** Saves the numbers; without it there is no CSV button. */
  onExportCsv?: () => void;
  /** Muted line under the chart. */
  footer?: ReactNode;
  className?: string;
}

/** A titled chart over time, observations or a measured x, with cursor, zoom, table and export. Keep `x`, `panes` and `markers` stable. */
export function TimeChart(props: TimeChartProps) {
  const {
    title,
    subtitle,
    x,
    panes,
    markers = NO_MARKERS,
    loading,
    empty,
    height = HEIGHT,
    exportName,
    onExportCsv,
    footer,
    className,
  } = props;
  const feed = useChartFeed();
  const data = useMemo<ChartData>(() => ({ axis: x, panes, markers, feed }), [x, panes, markers, feed]);
  const [group, setGroup] = useState<PlotGroup | null>(null);
  const [whole, setWhole] = useState(true);
  const [table, setTable] = useState(false);
  const filled = rowsOf(x, panes) > 0;
  const savePicture = async () => {
    if (!group) return;
    try {
      const { chartPicture } = await import("./export-png");
      saveFile(await chartPicture(group, title, subtitle), `${exportName}.png`);
    } catch (error) {
      console.error("the chart could not be saved:", error);
      toast.error("The picture could not be made");
    }
  };

  const actions = filled ? (
    <>
      {table ? null : <ZoomButtons group={group} whole={whole} />}
      {table ? null : (
        <Button size="small" kind="quiet" isDisabled={group === null} onPress={() => void savePicture()}>
          PNG
        </Button>
      )}
      {onExportCsv ? (
        <Button size="small" kind="quiet" onPress={onExportCsv}>
          CSV
        </Button>
      ) : null}
      <Button size="small" onPress={() => setTable(!table)}>
        {table ? "Chart" : "Table"}
      </Button>
    </>
  ) : null;

  return (
    <Panel title={title} note={subtitle} actions={actions} footer={footer} flush className={className}>
      {filled && table ? <ChartTable title={title} axis={x} panes={panes} /> : null}
      {filled && !table ? (
        <div className="px-3.5 pt-2.5 pb-1.5">
          <Suspense fallback={<Waiting height={height + 24} label="Loading chart…" />}>
            <PlotStack title={title} data={data} height={height} onGroup={setGroup} onWhole={setWhole} />
          </Suspense>
        </div>
      ) : null}
      {filled ? null : (
        <div className="p-3.5">
          {loading ? <Waiting height={height} label={loading} /> : <EmptyState>{empty ?? "Nothing to draw yet."}</EmptyState>}
        </div>
      )}
    </Panel>
  );
}

function ZoomButtons({ group, whole }: { group: PlotGroup | null; whole: boolean }) {
  return (
    <>
      {whole ? null : (
        <Button size="small" kind="quiet" onPress={() => group?.showAll()}>
          Show all
        </Button>
      )}
      <Button size="small" kind="quiet" square aria-label="Zoom out" isDisabled={whole} onPress={() => group?.zoom(2)}>
        <ZoomOut size={14} aria-hidden="true" />
      </Button>
      <Button size="small" kind="quiet" square aria-label="Zoom in" onPress={() => group?.zoom(0.5)}>
        <ZoomIn size={14} aria-hidden="true" />
      </Button>
    </>
  );
}

function Waiting({ height, label }: { height: number; label: string }) {
  return (
    <div role="status" className="grid animate-pulse place-items-center rounded-[4px] bg-raised text-muted" style={{ height }}>
      {label}
    </div>
  );
}
