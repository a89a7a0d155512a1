import type uPlot from "uplot";
import type { ChartColors } from "./chart-colors";
import type { Samples } from "./chart-reader";
import type { ChartMarkers, ChartPane, ChartSeries } from "./chart-spec";
import { areColumns, paintColumns } from "./column-painter";
import { drawGuides, drawLines, drawShades, drawVeils } from "./marker-painter";
import type { Tick } from "./number-ticks";
import { seriesPaths } from "./series-paths";
import { FILL_OPACITY } from "./swatch";
import type { View } from "./view";

/** Height of the labels under the last pane and the air around the plot, in CSS pixels. */
export const X_AXIS_HEIGHT = 24;
const MARGIN = 5;
const AXIS_FONT_SIZE = 11;
const LINE_WIDTH = 1.5;

/** All a pane needs to be drawn; the group of panes fills it in before each frame. */
export interface PaneScene {
  pane: ChartPane;
  /** The first pane carries the names of vertical lines, the last one the labels of x. */
  first: boolean;
  last: boolean;
  markers: ChartMarkers;
  samples: Samples[];
  view: View;
  extent: [number, number];
  xTicks: Tick[];
  yTicks: Tick[];
  /** Width kept for the labels of y, the same in every pane. */
  gutter: number;
  colors: ChartColors;
  /** 1 on screen; a picture for export is drawn larger. */
  scale: number;
}

/** Options of a pane's plot. They read the scene anew on every draw, so new data or a new theme needs no new plot. */
export function paneOptions(scene: PaneScene, width: number, height: number): uPlot.Options {
  const { scale } = scene;
  const font = scene.colors.font("mono", Math.round(AXIS_FONT_SIZE * scale));
  const hairline = { stroke: () => scene.colors.of("line"), width: scale };
  const none = { show: false };
  const labels = () => scene.colors.of("faint");
  return {
    mode: 2,
    width: width * scale,
    height: height * scale,
    padding: [MARGIN, 10, scene.last ? 0 : MARGIN, 0].map((side) => side * scale) as uPlot.Padding,
    cursor: { show: false },
    legend: none,
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { time: false, auto: false, range: () => [scene.view.low, scene.view.high] },
      y: { auto: false, range: () => scene.extent },
    },
    axes: [
      {
        show: scene.last,
        size: X_AXIS_HEIGHT * scale,
        gap: 7 * scale,
        font,
        stroke: labels,
        grid: none,
        ticks: none,
        splits: () => scene.xTicks.map((tick) => tick.at),
        values: () => scene.xTicks.map((tick) => tick.text),
      },
      {
        scale: "y",
        size: () => scene.gutter * scale,
        gap: 6 * scale,
        font,
        stroke: labels,
        grid: hairline,
        ticks: none,
        splits: () => scene.yTicks.map((tick) => tick.at),
        values: () => scene.yTicks.map((tick) => tick.text),
      },
    ],
    series: [{}, ...paintingOrder(scene).map((index) => seriesOptions(scene, index))],
    hooks: {
      drawClear: [(u) => drawShades(u, scene)],
      drawAxes: [(u) => drawGuides(u, scene)],
      draw: [(u) => drawVeils(u, scene), (u) => drawLines(u, scene)],
    },
  };
}

/** Surfaces lie under lines, lines under points; among equals the first of the pane matters most and is painted over the others. */
const LAYERS: ChartSeries["kind"][] = ["area", "bars", "band", "line", "points"];

function paintingOrder({ pane }: PaneScene): number[] {
  const layer = (index: number) => LAYERS.indexOf(pane.series[index].kind);
  return pane.series.map((_, index) => index).sort((a, b) => layer(a) - layer(b) || b - a);
}

function seriesOptions(scene: PaneScene, index: number): uPlot.Series {
  const series = () => scene.pane.series[index];
  const { kind } = series();
  return {
    facets: [
      { scale: "x", auto: false },
      { scale: "y", auto: false },
    ],
    points: { show: false },
    width: LINE_WIDTH * scene.scale,
    cap: "round",
    stroke: () => scene.colors.of(series().color),
    fill: () => scene.colors.of(series().color, FILL_OPACITY[kind] ?? 1),
    paths: (u, place) => {
      const samples = scene.samples[index];
      if ((kind === "line" || kind === "bars") && areColumns(samples)) {
        const color = scene.colors.of(series().color, kind === "bars" ? (FILL_OPACITY[kind] ?? 1) : 1);
        paintColumns(u, samples, { color, thickness: kind === "line" ? LINE_WIDTH * devicePixelRatio * scene.scale : null });
        return { stroke: new Path2D() };
      }
      u.series[place].dash = dashOf(series(), scene.scale);
      return seriesPaths(u, kind, samples, devicePixelRatio * scene.scale);
    },
  };
}

function dashOf(series: ChartSeries, scale: number): number[] | undefined {
  if (series.kind !== "line" || !series.dashed) return undefined;
  return [4 * scale, 4 * scale];
}

/** The scene's samples as the plot's data: positions and values of each series by itself. */
export const paneData = (scene: PaneScene): uPlot.AlignedData =>
  // The types know only series that share one x; with mode 2 each brings its own.
  [null, ...paintingOrder(scene).map((index) => [scene.samples[index].x, scene.samples[index].y])] as unknown as uPlot.AlignedData;

/** Brings a plot up to its scene in one drawing. */
export function drawScene(u: uPlot, scene: PaneScene): void {
  const [min, max] = scene.extent;
  u.batch(() => {
    u.setData(paneData(scene), false);
    u.setScale("x", { min: scene.view.low, max: scene.view.high });
    u.setScale("y", { min, max });
    // Gutter and labels may have changed where the scales did not.
    u.redraw(false, true);
  });
}
