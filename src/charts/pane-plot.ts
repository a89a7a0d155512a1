import type uPlot from "uplot";
import { candlePaths } from "./candle-paths";
import type { ChartSeries } from "./chart-spec";
import { areColumns, paintBars, paintCandles, paintColumns, paintFills } from "./column-painter";
import { drawingMarks } from "./drawing-marks";
import { dimMarks, guideMarks, lineMarks, nameMarks, sessionMarks, shadeMarks, trendMarks } from "./marker-marks";
import type { Box, Mark } from "./marks";
import type { PaneScene } from "./pane-scene";
import { paintMarks } from "./picture";
import { axisEnds, frameOf, onAxis, quantilePaths, seriesPaths } from "./series-paths";
import { FILL_OPACITY, QUANTILE_OPACITY } from "./swatch";

/** Height of the x labels under the last pane, and the margin around the plot, in CSS pixels. */
export const X_AXIS_HEIGHT = 24;
export const MARGIN = 5;
export const AXIS_FONT_SIZE = 11;
export const LINE_WIDTH = 1.5;

/** uPlot options of a pane. They read the scene on every draw, so new data or a new theme needs no new plot. */
export function paneOptions(scene: PaneScene, width: number, height: number): uPlot.Options {
  const font = scene.colors.font("mono", AXIS_FONT_SIZE);
  const hairline = { stroke: () => scene.colors.of("line"), width: 1 };
  const draw = (marksOf: (scene: PaneScene, box: Box) => Mark[]) => (u: uPlot) => drawMarks(u, scene, marksOf);
  const none = { show: false };
  const labels = () => scene.colors.of("faint");
  return {
    mode: 2,
    width,
    height,
    padding: [MARGIN, MARGIN, scene.last ? 0 : MARGIN, 0],
    cursor: { show: false },
    legend: none,
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { time: false, auto: false, range: () => [scene.view.low, scene.view.high] },
      y: { auto: false, range: () => axisEnds(scene) },
    },
    axes: [
      {
        show: scene.last,
        size: X_AXIS_HEIGHT,
        gap: 7,
        font,
        stroke: labels,
        grid: none,
        ticks: none,
        splits: () => scene.xTicks.map((tick) => tick.at),
        values: () => scene.xTicks.map((tick) => tick.text),
      },
      {
        scale: "y",
        size: () => scene.gutter,
        gap: 6,
        font,
        stroke: labels,
        grid: hairline,
        ticks: none,
        splits: () => scene.yTicks.map((tick) => onAxis(scene, tick.at)),
        values: () => scene.yTicks.map((tick) => tick.text),
      },
    ],
    series: [{}, ...paintingOrder(scene).map((index) => seriesOptions(scene, index))],
    hooks: {
      drawClear: [draw(shadeMarks)],
      drawAxes: [draw(sessionMarks), draw(guideMarks)],
      draw: [draw(trendMarks), draw(nameMarks), draw(dimMarks), draw(lineMarks), draw(drawingMarks)],
    },
  };
}

/** Marks are in CSS pixels, the canvas in device pixels. */
function drawMarks(u: uPlot, scene: PaneScene, marksOf: (scene: PaneScene, box: Box) => Mark[]): void {
  const { left, top, width, height } = u.bbox;
  const unit = devicePixelRatio;
  const marks = marksOf(scene, { left: left / unit, top: top / unit, width: width / unit, height: height / unit });
  if (marks.length === 0) return;
  u.ctx.save();
  u.ctx.scale(unit, unit);
  paintMarks(u.ctx, marks, scene.colors);
  u.ctx.restore();
}

/** Paint order: surfaces under lines, lines under points; within a kind the first of the pane is on top. */
const LAYERS: ChartSeries["kind"][] = ["area", "bars", "band", "candles", "sticks", "line", "points"];

export function paintingOrder({ pane }: PaneScene): number[] {
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
    width: LINE_WIDTH,
    cap: "round",
    stroke: () => scene.colors.of(series().color),
    fill: () => scene.colors.of(series().color, FILL_OPACITY[kind] ?? 1),
    paths: (u, place) => {
      const samples = scene.samples[index];
      const frame = frameOf(scene, u.bbox, devicePixelRatio);
      if (kind === "candles" || kind === "sticks") {
        const colors = { up: scene.colors.of("up"), down: scene.colors.of("down") };
        paintCandles(
          u,
          candlePaths(frame, kind, samples, () => new Path2D()),
          colors,
        );
        return { stroke: new Path2D() };
      }
      if (samples.quantiles) {
        const color = scene.colors.of(series().color, QUANTILE_OPACITY);
        paintFills(
          u,
          quantilePaths(frame, samples, () => new Path2D()),
          color,
        );
      }
      if (kind === "bars" || (kind === "line" && areColumns(samples))) {
        const color = scene.colors.of(series().color, kind === "bars" ? (FILL_OPACITY[kind] ?? 1) : 1);
        const thickness = kind === "line" ? LINE_WIDTH * devicePixelRatio : null;
        if (areColumns(samples)) paintColumns(u, frame, samples, { color, thickness });
        else paintBars(u, frame, samples, color);
        return { stroke: new Path2D() };
      }
      u.series[place].dash = dashOf(series());
      return seriesPaths(frame, kind, samples, () => new Path2D());
    },
  };
}

export const dashOf = (series: ChartSeries): number[] | undefined => (series.kind === "line" && series.dashed ? [4, 4] : undefined);

/** The scene's samples as uPlot data: each series with its own positions and values. */
export const paneData = (scene: PaneScene): uPlot.AlignedData =>
  // uPlot's types cover only series with a common x; in mode 2 each has its own.
  [null, ...paintingOrder(scene).map((index) => [scene.samples[index].x, scene.samples[index].y])] as unknown as uPlot.AlignedData;

/** Updates a plot to its scene in a single draw. */
export function drawScene(u: uPlot, scene: PaneScene): void {
  const [min, max] = axisEnds(scene);
  u.batch(() => {
    u.setData(paneData(scene), false);
    u.setScale("x", { min: scene.view.low, max: scene.view.high });
    u.setScale("y", { min, max });
    // Gutter and labels may have changed without the scales.
    u.redraw(false, true);
  });
}
