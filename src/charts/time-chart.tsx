import { ZoomIn, ZoomOut } from "lucide-react";
import { lazy, useEffect, useMemo, useState } from "react";
import { Button } from "../ui/button";
import { useChartFeed } from "./chart-feed-provider";
import { ChartFrame, type ChartFrameProps } from "./chart-frame";
import type { ChartGrip } from "./chart-grips";
import type { ChartAxis, ChartMarkers, ChartPane } from "./chart-spec";
import { ChartTable } from "./chart-table";
import { columnsOf } from "./csv-columns";
import { type Playhead, useFollowPlayhead } from "./playhead";
import type { ChartData, PlotGroup } from "./plot-group";
import { rowsOf } from "./position";
import { priceOf, withVolume } from "./price-panes";

const PlotStack = lazy(() => import("./plot-stack").then((module) => ({ default: module.PlotStack })));
const PricePlot = lazy(() => import("./price-plot").then((module) => ({ default: module.PricePlot })));

const HEIGHT = 300;
const NO_MARKERS: ChartMarkers = {};

export interface TimeChartProps extends ChartFrameProps {
  x: ChartAxis;
  panes: ChartPane[];
  markers?: ChartMarkers;
  /** A row was clicked, or chosen with Enter at the cursor. */
  onPick?: (row: number) => void;
  /** Draggable points of the first pane. */
  grips?: readonly ChartGrip[];
  /** Positions to zoom to, such as a row chosen in a table. A new object zooms again. */
  focus?: { from: number; to: number } | null;
  /** Rows after the playhead are hidden everywhere. Excludes indicators, drawings and brush, which use the whole series. */
  playhead?: Playhead;
  /** Description of the keys, if the screen has reassigned them. */
  keyWords?: string;
}

/** A titled chart over time, observations or a measured x, with cursor, zoom, table and export. Keep `x`, `panes`, `markers` and `focus` stable. */
export function TimeChart({
  x,
  panes,
  markers = NO_MARKERS,
  height = HEIGHT,
  onPick,
  grips,
  focus = null,
  playhead,
  keyWords,
  ...rest
}: TimeChartProps) {
  const { title, subtitle } = rest;
  const feed = useChartFeed();
  const data = useMemo<ChartData>(() => ({ axis: x, panes, markers, feed }), [x, panes, markers, feed]);
  const [added, setAdded] = useState<{ to: ChartPane[]; all: ChartPane[] } | null>(null);
  // With the user's indicators, if they were computed for these panes.
  const all = useMemo(() => (added?.to === panes ? added.all : withVolume(panes)), [panes, added]);
  const Plots = priceOf(panes) && !playhead ? PricePlot : PlotStack;
  const [group, setGroup] = useState<PlotGroup | null>(null);
  const [whole, setWhole] = useState(true);
  useFollowPlayhead(group, playhead);
  useEffect(() => {
    if (focus) group?.setView({ low: focus.from, high: focus.to });
  }, [group, focus]);
  return (
    <ChartFrame
      {...rest}
      height={height}
      filled={rowsOf(x, panes) > 0}
      picture={group && (async () => (await import("./group-picture")).groupPicture(group, title, subtitle))}
      columns={() => columnsOf(x, all)}
      tools={<ZoomButtons group={group} whole={whole} />}
      table={<ChartTable title={title} axis={x} panes={all} playhead={playhead} />}
    >
      <Plots
        title={title}
        data={data}
        height={height}
        onGroup={setGroup}
        onWhole={setWhole}
        onPick={onPick}
        grips={grips}
        onAdded={setAdded}
        keyWords={keyWords}
      />
    </ChartFrame>
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
