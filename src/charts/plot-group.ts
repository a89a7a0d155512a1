import type uPlot from "uplot";
import { gutterOf, xTicks, yTicks } from "./axis-ticks";
import { ChartColors } from "./chart-colors";
import type { ChartAxis, ChartMarkers, ChartPane } from "./chart-spec";
import { CursorMark } from "./cursor-mark";
import { extentOf } from "./extent";
import type { ChartFeed } from "./feed";
import { GroupReading, type ReadingListener } from "./group-reading";
import { Growth } from "./growth";
import { nearestPoint } from "./nearest-point";
import { drawScene } from "./pane-plot";
import type { PaneScene } from "./pane-scene";
import { baseOf } from "./percent-base";
import { domainOf, positionOf, rowAt, rowsOf, shapeOf } from "./position";
import { frameOf, valueAtHeight } from "./series-paths";
import { joinCursors, leaveCursors, moveCursors } from "./shared-cursor";
import { clampView, closestSpan, focusOf, panBy, reveal, sameView, type View, zoomAround } from "./view";

export interface ChartData {
  axis: ChartAxis;
  panes: ChartPane[];
  markers: ChartMarkers;
  feed: ChartFeed | null;
}

interface GroupListener {
  onCursor(row: number | null): void;
  onView(view: View, whole: boolean, chosen: boolean): void;
  onState: ReadingListener["onState"];
}

interface Pane {
  scene: PaneScene;
  u: uPlot;
  mark: CursorMark;
}

/**
 * The panes of one chart as a unit: they share the view along x and the cursor. A change only records what is wanted; it is drawn once per
 * animation frame. During a read the last samples are drawn on the new scale.
 */
export class PlotGroup {
  readonly colors: ChartColors;
  rows = 0;
  domain: View = { low: 0, high: 1 };
  view: View = { low: 0, high: 1 };
  cursor: number | null = null;
  private level: number | null = null;
  readonly growth = new Growth();
  /** Whether anything but cursor and level has changed; those are elements over the plot. */
  private changed = true;
  data: ChartData;
  private readonly listener: GroupListener;
  /** Called after each draw. */
  readonly drawn = new Set<() => void>();
  private readonly panes: (Pane | undefined)[] = [];
  private readonly reading: GroupReading;
  private frame = 0;

  constructor(root: HTMLElement, data: ChartData, listener: GroupListener) {
    this.colors = new ChartColors(root, this.request);
    this.listener = listener;
    this.data = data;
    this.reading = new GroupReading(data, { onState: listener.onState, onAnswer: this.request });
    this.measure(null);
    joinCursors(this);
  }

  /** Replaces columns, panes or markers. The view is kept if it still refers to the same rows. */
  setData(data: ChartData): void {
    if (data === this.data) return;
    const before = this.data;
    this.data = data;
    const domain = this.domain;
    this.measure(before.axis.kind === data.axis.kind ? domain : null);
    // The last samples stay visible until the new ones arrive, if they are of the same rows.
    this.reading.setData(data, sameView(domain, this.domain) && shapeOf(before) === shapeOf(data));
    if (this.cursor !== null && this.cursor >= this.rows) this.setCursor(null);
    this.request();
  }

  attach(index: number, u: uPlot, scene: PaneScene): void {
    this.panes[index] = { u, scene, mark: new CursorMark(u) };
    if (this.growth.on) this.grow(this.domain, true);
    this.request();
  }

  detach(index: number): void {
    const pane = this.panes[index];
    // A removed plot may still have one draw queued, and an engine may hold on to its callbacks, and thereby to its scene and columns.
    for (const series of pane?.u.series ?? []) series.show = false;
    if (pane) Object.assign(pane.scene, { pane: { ...pane.scene.pane, series: [] }, samples: [] });
    this.panes[index] = undefined;
  }

  resize(width: number, heights: number[]): void {
    this.panes.forEach((pane, index) => {
      if (pane && (pane.u.width !== width || pane.u.height !== heights[index])) pane.u.setSize({ width, height: heights[index] });
    });
    this.request();
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.frame = -1;
    leaveCursors(this);
    this.reading.close();
    this.colors.dispose();
  }

  /** Whether all of the data is in view. */
  get isWhole(): boolean {
    return sameView(this.view, this.domain);
  }

  setView(view: View): void {
    const next = clampView(view, this.domain);
    if (sameView(next, this.view)) return;
    this.growth.choose(next, this.domain);
    this.show(next, true);
  }

  /** Hides all rows after this one. @param returns - whether a view that was moved away from the end returns to it */
  setEnd(row: number, returns: boolean): void {
    if (row === this.growth.end) return;
    const before = this.domain;
    this.growth.end = row;
    this.count();
    if (this.cursor !== null && this.cursor >= this.rows) this.setCursor(null);
    this.grow(before, returns);
  }

  private grow(before: View, returns: boolean): void {
    this.show(this.growth.view(this.view, before, this.domain, this.panes[0]?.u.width ?? 0, returns));
  }

  private show(view: View, chosen = false): void {
    this.view = view;
    this.listener.onView(view, this.isWhole, chosen);
    this.request();
  }

  /** Zooms around a position; by default the cursor if it is in view, otherwise the middle. */
  zoom(factor: number, around?: number): void {
    const cursor = this.cursor === null ? null : positionOf(this.data.axis, this.cursor);
    this.setView(zoomAround(this.view, this.domain, factor, around ?? focusOf(this.view, cursor), closestSpan(this.domain, this.rows)));
  }

  pan(distance: number): void {
    this.setView(panBy(this.view, this.domain, distance));
  }

  showAll(): void {
    this.setView(this.domain);
  }

  /** Moves the cursor to a row and scrolls it into view; used by the keyboard. */
  moveCursor(row: number): void {
    if (this.rows === 0) return;
    this.setCursor(row);
    this.setView(reveal(this.view, this.domain, positionOf(this.data.axis, this.cursor ?? 0)));
  }

  setCursor(row: number | null): void {
    const next = row === null || this.rows === 0 ? null : Math.min(this.rows - 1, Math.max(0, row));
    if (next === this.cursor) return;
    this.follow(next);
    moveCursors(this, next);
  }

  follow(row: number | null): void {
    if (row === this.cursor || (row ?? 0) > this.growth.end) return;
    this.cursor = row;
    this.listener.onCursor(row);
    this.schedule();
  }

  /** Height of the pointer on the page, whose value is shown at the axis; null if it is elsewhere. */
  setLevel(clientY: number | null): void {
    if (clientY === this.level) return;
    this.level = clientY;
    this.schedule();
  }

  /** Position along x under a client x coordinate. */
  positionAt(clientX: number): number {
    const box = this.plotBox();
    if (!box || box.width === 0) return this.view.low;
    return this.view.low + ((clientX - box.left) / box.width) * (this.view.high - this.view.low);
  }

  /** Row under a client position; for points, also the nearest in height. */
  rowAt(clientX: number, clientY?: number): number {
    const { axis, panes } = this.data;
    const nearest = rowAt(axis, this.rows, this.positionAt(clientX));
    const [pane, box] = [this.panes[0], this.plotBox()];
    if (clientY === undefined || !pane || !box || panes.length > 1 || axis.kind !== "number") return nearest;
    if (!panes[0].series.every((series) => series.kind === "points")) return nearest;
    const frame = frameOf(pane.scene, { left: box.left, top: box.top, width: box.width, height: box.height });
    return nearestPoint(axis, panes[0], { row: nearest, x: clientX, y: clientY }, frame, this.rows);
  }

  /** Value at a client y coordinate in a pane; null if it is outside. */
  valueAt(clientY: number, key: string): number | null {
    const pane = this.panes.find((one) => one?.scene.pane.key === key);
    const box = pane?.u.over.getBoundingClientRect();
    if (!pane || !box || clientY < box.top || clientY > box.bottom) return null;
    return valueAtHeight(pane.scene, (clientY - box.top) / box.height);
  }

  /** Client rectangle of the plots without axes; all panes share left and width. */
  plotBox(): DOMRect | undefined {
    return this.panes[0]?.u.over.getBoundingClientRect();
  }

  /** Marks the range selected for zooming. */
  select(from: number | null, to: number | null): void {
    for (const pane of this.panes) pane?.mark.select(from, to);
  }

  scenes(): { scene: PaneScene; width: number; height: number }[] {
    return this.panes.flatMap((pane) => (pane ? [{ scene: pane.scene, width: pane.u.width, height: pane.u.height }] : []));
  }

  retry(): void {
    this.reading.retry();
    this.request();
  }

  /** Draws at the next animation frame. */
  readonly request = (): void => {
    this.changed = true;
    this.schedule();
  };

  private schedule(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(this.draw);
  }

  private count({ axis, panes } = this.data): void {
    this.rows = Math.min(rowsOf(axis, panes), this.growth.end + 1);
    this.domain = domainOf(axis, this.rows);
  }

  private measure(before: View | null): void {
    this.count();
    if (before && sameView(before, this.domain)) return;
    this.view = this.domain;
    this.listener.onView(this.view, true, false);
  }

  private readonly draw = (): void => {
    this.frame = 0;
    const shown = this.panes.filter((pane): pane is Pane => pane !== undefined && this.fits(pane));
    if (shown.length === 0) return;
    if (this.changed) {
      this.changed = false;
      const width = shown[0].u.over.clientWidth || shown[0].u.width;
      this.reading.read(this.view, this.rows, width);
      const isRefitted = this.compose(shown, width);
      for (const { u, scene } of shown) drawScene(u, scene);
      // Rows are read and labeled for the width left by the y labels, whatever was drawn before.
      if (isRefitted) this.request();
    }
    for (const { mark, scene } of shown) {
      mark.place(scene, this.cursor, this.cursor === null ? 0 : positionOf(this.data.axis, this.cursor));
      mark.mark(scene, this.level);
    }
    for (const call of this.drawn) call();
  };

  /** Whether a plot has the series of its pane. New data may arrive one frame before React has created its plot. */
  private fits({ u, scene }: Pane): boolean {
    const pane = this.data.panes.find(({ key }) => key === scene.pane.key);
    return pane !== undefined && u.series.length === pane.series.length + 1;
  }

  /** @returns whether the y labels change the width of the plots */
  private compose(shown: Pane[], width: number): boolean {
    const { data, view } = this;
    const ticks = xTicks(data.axis, this.rows, view, width);
    for (const { scene, u } of shown) {
      const index = data.panes.findIndex((pane) => pane.key === scene.pane.key);
      scene.pane = data.panes[index] ?? scene.pane;
      Object.assign(scene, { axis: data.axis, markers: data.markers, view, xTicks: ticks });
      scene.samples = this.reading.samples?.[index] ?? scene.pane.series.map(() => NOTHING);
      scene.extent = extentOf(scene.pane, scene.samples, view);
      scene.base = baseOf(scene);
      scene.log = scene.pane.scale === "log" && scene.extent[0] > 0;
      scene.yTicks = this.reading.samples ? yTicks(scene, u.over.clientHeight) : [];
    }
    const gutter = gutterOf(shown.map(({ scene }) => scene));
    const refitted = shown.filter(({ scene }) => scene.gutter !== gutter);
    for (const { scene } of refitted) scene.gutter = gutter;
    return refitted.length > 0;
  }
}

const NOTHING = { x: new Float64Array(0), y: new Float64Array(0) };
