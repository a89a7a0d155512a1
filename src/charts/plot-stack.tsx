import "uplot/dist/uPlot.min.css";
import "./plot-stack.css";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import UplotReact from "uplot-react";
import { plural } from "../lib/format";
import { announce } from "../ui/announcer";
import { Button } from "../ui/button";
import { ChartGestures, DRAG_THRESHOLD } from "./chart-gestures";
import { type ChartGrip, ChartGripButton } from "./chart-grips";
import { pressKey } from "./chart-keys";
import type { ChartPane } from "./chart-spec";
import { KeptView } from "./kept-views";
import { PaneLegend } from "./pane-legend";
import { paneData, paneOptions, X_AXIS_HEIGHT } from "./pane-plot";
import type { PaneScene } from "./pane-scene";
import { type ChartData, PlotGroup } from "./plot-group";
import { rowsOf, rowsWithin } from "./position";
import { rowName, rowWords } from "./row-text";
import type { View } from "./view";
import { watchWidth } from "./watch-width";

/** Charts with more rows are drawn without the opening animation. */
const MAX_MOVING = 5000;
/** Keys pressed in quick succession are announced once, after this pause in ms. */
const ANNOUNCE_AFTER = 200;

const READING_KEYS = "Arrow keys read values, Shift for steps of ten,";

export interface PlotStackProps {
  title: string;
  data: ChartData;
  /** The chart without the user's additions, which identifies its stored zoom; `data` by default. */
  about?: Pick<ChartData, "axis" | "panes">;
  /** Total height of the plots in CSS pixels, without legends. */
  height: number;
  /** The plot group, for buttons outside; null when it is removed. */
  onGroup: (group: PlotGroup | null) => void;
  onWhole: (whole: boolean) => void;
  /** Called with the view at every step of a zoom: for followers that do without rendering. */
  onView?: (view: View) => void;
  /** A row was clicked, at a client y coordinate, or chosen with Enter at the cursor. */
  onPick?: (row: number, clientY?: number) => void;
  /** Description of what Enter does, if other than opening the row. */
  pickWords?: string;
  /**
   * Description of the keys, if they are used for something else than reading and zooming. Also turns off the opening animation: the chart
   * is then in motion.
   */
  keyWords?: string;
  /** The given panes with the user's additions, as table and files have them. */
  onAdded?: (added: { to: ChartPane[]; all: ChartPane[] }) => void;
  /** Draggable points of the first pane. */
  grips?: readonly ChartGrip[];
  /** Key handler of the parent; returns true if it handled the key. */
  onKey?: (event: KeyboardEvent) => boolean;
}

type Grouped = Pick<PlotStackProps, "title" | "data" | "about" | "height" | "onGroup" | "onWhole" | "onView">;

/** The group that draws into an area, over its full width. */
function usePlotGroup(area: RefObject<HTMLDivElement | null>, { title, data, about = data, height, onGroup, onWhole, onView }: Grouped) {
  const [group, setGroup] = useState<PlotGroup | null>(null);
  const [kept, setKept] = useState<KeptView | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [state, setState] = useState<"reading" | "drawn" | "failed">("reading");
  const [width, setWidth] = useState(0);
  const latest = useRef({ data, onGroup, onWhole, onView });
  latest.current = { data, onGroup, onWhole, onView };

  useEffect(() => {
    if (!area.current) return;
    const kept = new KeptView();
    const followView = (view: View, whole: boolean, chosen: boolean) => {
      latest.current.onWhole(whole);
      latest.current.onView?.(view);
      if (chosen) kept.choose(made);
    };
    const listener = { onCursor: setCursor, onState: setState, onView: followView };
    const made: PlotGroup = new PlotGroup(area.current, latest.current.data, listener);
    const gestures = new ChartGestures(area.current, made);
    setKept(kept);
    setGroup(made);
    latest.current.onGroup(made);
    return () => {
      gestures.dispose();
      made.dispose();
      setGroup(null);
      latest.current.onGroup(null);
    };
  }, [area]);

  useEffect(() => watchWidth(area.current, setWidth), [area]);

  const heights = useMemo(() => paneHeights(data, height), [data, height]);
  useEffect(() => {
    if (!group) return;
    group.setData(data);
    kept?.follow(group, title, about);
  }, [group, kept, title, data, about]);
  useEffect(() => group?.resize(width, heights), [group, width, heights]);
  return { group, cursor, state, width, heights };
}

/** The plots of a chart, stacked, with legends, cursor, keyboard and gestures. The only file that mounts uPlot. */
export function PlotStack({
  title,
  data,
  about,
  height,
  onGroup,
  onWhole,
  onView,
  onPick,
  pickWords = "Enter opens the row.",
  keyWords,
  grips,
  onKey,
}: PlotStackProps) {
  const area = useRef<HTMLDivElement>(null);
  const { group, cursor, state, width, heights } = usePlotGroup(area, { title, data, about, height, onGroup, onWhole, onView });
  const [fresh, setFresh] = useState(keyWords === undefined);
  const say = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(say.current), []);
  const press = (event: KeyboardEvent) => {
    if (!group || event.target !== area.current) return;
    if (onKey?.(event)) {
      event.preventDefault();
      return;
    }
    if (event.key === "Enter" && onPick && group.cursor !== null && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      onPick(group.cursor);
      return;
    }
    const view = group.view;
    if (!pressKey(group, event)) return;
    event.preventDefault();
    setFresh(false);
    clearTimeout(say.current);
    const zoomed = group.view.high - group.view.low !== view.high - view.low;
    say.current = setTimeout(() => announce(zoomed || group.cursor === null ? viewWords(group) : cursorWords(group)), ANNOUNCE_AFTER);
  };

  const pressedAt = useRef(0);
  const points = data.panes.every((pane) => pane.series.every((series) => series.kind === "points"));
  const rows = rowsOf(data.axis, data.panes);
  const moves = fresh && state === "drawn" && rows <= MAX_MOVING;
  const motion = moves ? (points ? "chart-reveal-points" : "chart-reveal-lines") : "";
  return (
    <div
      ref={area}
      role="application"
      aria-label={`${title}, chart of ${plural(rows, "row")}. ${keyWords ?? READING_KEYS} plus and minus zoom, 0 shows all.${onPick ? ` ${pickWords}` : ""} The Table button lists every value.`}
      aria-busy={state === "reading"}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the cursor is moved by keys.
      tabIndex={0}
      className={`chart-area relative rounded-[4px] ${motion}`}
      onKeyDown={press}
      onPointerDown={(event) => {
        setFresh(false);
        pressedAt.current = event.clientX;
      }}
      onPointerUp={(event) => {
        const click = Math.abs(event.clientX - pressedAt.current) < DRAG_THRESHOLD && event.button === 0;
        const onPlot = event.target instanceof Element && event.target.closest("button") === null;
        if (onPick && group && click && onPlot) onPick(group.rowAt(event.clientX, event.clientY), event.clientY);
      }}
      onAnimationEnd={() => setFresh(false)}
    >
      {data.panes.map((pane, index) => (
        <div key={pane.key}>
          <PaneLegend axis={data.axis} pane={pane} row={cursor} first={index === 0} width={width} />
          <div style={{ height: heights[index] }}>
            {group && width > 0 ? <PanePlot group={group} data={data} index={index} width={width} height={heights[index]} /> : null}
          </div>
        </div>
      ))}
      {group ? grips?.map((grip) => <ChartGripButton key={grip.key} group={group} grip={grip} />) : null}
      {state === "failed" ? <NotRead onRetry={() => group?.retry()} /> : null}
    </div>
  );
}

/** Shown over plots whose rows could not be read. */
function NotRead({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="absolute inset-0 grid place-items-center bg-surface/80 text-center">
      <div>
        <p className="mb-2 text-muted">The chart could not be loaded.</p>
        <Button size="small" onPress={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}

interface PanePlotProps {
  group: PlotGroup;
  /** What to draw; passed to the group only after its plots are created. */
  data: ChartData;
  index: number;
  width: number;
  height: number;
}

function PanePlot({ group, data, index, width, height }: PanePlotProps) {
  // Identifies what a plot was created for: a change needs a new plot.
  const signature = signatureOf(data);
  const size = useRef({ width, height });
  size.current = { width, height };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a plot is recreated only for other series; sizes and data are set on it.
  const { scene, options, blank } = useMemo(() => {
    const scene = emptyScene(group, data, index);
    return { scene, options: paneOptions(scene, size.current.width, size.current.height), blank: paneData(scene) };
  }, [group, index, signature]);
  return (
    <UplotReact
      // uplot-react compares old and new data and fails on the nulls of a faceted plot, so other series get a new plot.
      key={signature}
      options={options}
      data={blank}
      resetScales={false}
      onCreate={(plot) => group.attach(index, plot, scene)}
      onDelete={() => group.detach(index)}
    />
  );
}

function emptyScene(group: PlotGroup, { axis, panes, markers }: ChartData, index: number): PaneScene {
  const samples = panes[index].series.map(() => ({ x: new Float64Array(0), y: new Float64Array(0) }));
  return {
    axis,
    pane: panes[index],
    first: index === 0,
    last: index === panes.length - 1,
    markers,
    samples,
    view: group.view,
    extent: [0, 1],
    log: false,
    base: null,
    xTicks: [],
    yTicks: [],
    gutter: 30,
    colors: group.colors,
  };
}

const signatureOf = (data: ChartData): string =>
  data.panes.map((pane) => `${pane.key}(${pane.series.map((series) => `${series.key}:${series.kind}`).join()})`).join();

function paneHeights({ panes }: ChartData, height: number): number[] {
  const shares = panes.reduce((sum, pane) => sum + pane.share, 0) || 1;
  return panes.map(({ share }, index) =>
    Math.round(((height - X_AXIS_HEIGHT) * share) / shares + (index === panes.length - 1 ? X_AXIS_HEIGHT : 0)),
  );
}

const cursorWords = (group: PlotGroup): string => rowWords(group.data.axis, group.data.panes, group.cursor ?? 0);

function viewWords({ data, rows, view }: PlotGroup): string {
  const { first, last } = rowsWithin(data.axis, rows, view);
  return `Showing ${data.axis.label.toLowerCase()} ${rowName(data.axis, first)} to ${rowName(data.axis, last)}`;
}
