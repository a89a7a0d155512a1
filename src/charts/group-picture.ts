import { candlePaths } from "./candle-paths";
import type { ChartPane } from "./chart-spec";
import { drawingMarks } from "./drawing-marks";
import { dimMarks, guideMarks, lineMarks, nameMarks, sessionMarks, shadeMarks, trendMarks } from "./marker-marks";
import { type Box, type Mark, type Picture, SvgPen, type TextMark } from "./marks";
import { AXIS_FONT_SIZE, dashOf, LINE_WIDTH, MARGIN, paintingOrder, X_AXIS_HEIGHT } from "./pane-plot";
import type { PaneScene } from "./pane-scene";
import { framedPicture, type LegendEntry, type PicturePart } from "./picture-frame";
import type { PlotGroup } from "./plot-group";
import { type Frame, frameOf, quantilePaths, seriesPaths } from "./series-paths";
import { FILL_OPACITY, QUANTILE_OPACITY, swatchOpacity } from "./swatch";

/** The current view of the chart, with title and legends, as marks for a file. */
export function groupPicture(group: PlotGroup, title: string, subtitle?: string): Picture {
  const parts = group.scenes().map(({ scene, width, height }): PicturePart => {
    return { width, height, legend: legendOf(scene.pane), marks: paneMarks(scene, width, height) };
  });
  return framedPicture(title, subtitle, parts);
}

function legendOf(pane: ChartPane): LegendEntry[] {
  const series = pane.series.map((one): LegendEntry => {
    const base = { key: one.key, label: one.label };
    if (one.kind === "line") return { ...base, paint: { token: one.color }, shape: one.dashed ? "dashed" : "line" };
    if (one.kind === "points") return { ...base, paint: { token: one.color }, shape: "dot" };
    if (one.kind === "candles" || one.kind === "sticks") return { ...base, paint: { token: "up" }, shape: "surface" };
    return { ...base, paint: { token: one.color, alpha: swatchOpacity(pane, one) }, shape: "surface" };
  });
  const trends = (pane.trends ?? []).map(({ key, label, color, dashed }): LegendEntry => {
    return { key, label, paint: { token: color }, shape: dashed ? "dashed" : "line" };
  });
  return [...series, ...trends];
}

function paneMarks(scene: PaneScene, width: number, height: number): Mark[] {
  const bottom = scene.last ? X_AXIS_HEIGHT : MARGIN;
  const box: Box = {
    left: scene.gutter,
    top: MARGIN,
    width: width - scene.gutter - MARGIN,
    height: height - MARGIN - bottom,
  };
  const frame = frameOf(scene, box);
  const series = paintingOrder(scene).flatMap((index) => seriesMarks(scene, index, frame));
  return [
    ...shadeMarks(scene, box),
    ...axisMarks(scene, box, frame),
    ...sessionMarks(scene, box),
    ...guideMarks(scene, box),
    { kind: "group", x: 0, y: 0, clip: box, marks: series },
    ...trendMarks(scene, box),
    ...nameMarks(scene, box),
    ...dimMarks(scene, box),
    ...lineMarks(scene, box),
    ...drawingMarks(scene, box),
  ];
}

function axisMarks({ xTicks, yTicks, last }: PaneScene, box: Box, frame: Frame): Mark[] {
  const words = (text: string, x: number, y: number, anchor: TextMark["anchor"]): Mark => {
    return { kind: "text", text, x, y, anchor, paint: { token: "faint" }, size: AXIS_FONT_SIZE, family: "mono" };
  };
  const rows = yTicks.flatMap(({ at, text }): Mark[] => {
    const y = Math.round(frame.y(at)) + 0.5;
    return [{ kind: "path", d: `M${box.left} ${y}h${box.width}`, stroke: { token: "line" } }, words(text, box.left - 6, y, "end")];
  });
  if (!last) return rows;
  return [...rows, ...xTicks.map(({ at, text }) => words(text, frame.x(at), box.top + box.height + 13, "middle"))];
}

function seriesMarks(scene: PaneScene, index: number, frame: Frame): Mark[] {
  const series = scene.pane.series[index];
  if (series.kind === "candles" || series.kind === "sticks") {
    const { up, down } = candlePaths(frame, series.kind, scene.samples[index], () => new SvgPen());
    return [
      { kind: "path", d: String(up), fill: { token: "up" } },
      { kind: "path", d: String(down), fill: { token: "down" } },
    ];
  }
  const { stroke, fill } = seriesPaths(frame, series.kind, scene.samples[index], () => new SvgPen());
  const bands = quantilePaths(frame, scene.samples[index], () => new SvgPen());
  const alpha = FILL_OPACITY[series.kind] ?? 1;
  return [
    ...bands.map((band): Mark => ({ kind: "path", d: String(band), fill: { token: series.color, alpha: QUANTILE_OPACITY } })),
    ...(fill ? [{ kind: "path", d: String(fill), fill: { token: series.color, alpha } } as const] : []),
    ...(stroke
      ? [{ kind: "path", d: String(stroke), stroke: { token: series.color }, width: LINE_WIDTH, dash: dashOf(series) } as const]
      : []),
  ];
}
