import UPlot from "uplot";
import type { ChartPane, ChartSeries } from "./chart-spec";
import { drawScene, type PaneScene, paneData, paneOptions } from "./pane-plot";
import type { PlotGroup } from "./plot-group";
import { swatchOpacity } from "./swatch";

/** Pixels of the picture per CSS pixel on the screen. */
const SCALE = 2;
const EDGE = 16;
const TITLE_HEIGHT = 24;
const LEGEND_LINE = 20;
const MARK_WIDTH = 14;

/** The chart as it stands in view, with title and legends on the theme's surface, drawn anew at twice the size. */
export async function chartPicture(group: PlotGroup, title: string, subtitle?: string): Promise<Blob> {
  const scenes = group.scenes();
  const width = Math.max(...scenes.map((part) => part.width)) + 2 * EDGE;
  const legends = scenes.map(({ scene }) => legendLines(group, scene.pane, width - 2 * EDGE));
  const plots = scenes.reduce((sum, part) => sum + part.height, 0);
  const height = 2 * EDGE + TITLE_HEIGHT + plots + legends.reduce((sum, lines) => sum + lines.length * LEGEND_LINE, 0);

  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("the browser gave no canvas");
  pen.scale(SCALE, SCALE);
  pen.fillStyle = group.colors.of("surface");
  pen.fillRect(0, 0, width, height);
  drawTitle(pen, group, title, subtitle);

  let top = EDGE + TITLE_HEIGHT;
  scenes.forEach((part, index) => {
    for (const line of legends[index]) {
      drawLegend(pen, group, part.scene.pane, line, top);
      top += LEGEND_LINE;
    }
    drawPlot(pen, part, top);
    top += part.height;
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser gave no picture"))), "image/png");
  });
}

function drawTitle(pen: CanvasRenderingContext2D, group: PlotGroup, title: string, subtitle?: string): void {
  pen.textBaseline = "top";
  pen.fillStyle = group.colors.of("text");
  pen.font = group.colors.font("sans", 13, 600);
  pen.fillText(title, EDGE, EDGE);
  if (!subtitle) return;
  const after = EDGE + pen.measureText(title).width + 10;
  pen.fillStyle = group.colors.of("muted");
  pen.font = group.colors.font("sans", 13);
  pen.fillText(subtitle, after, EDGE);
}

interface LegendEntry {
  series: ChartSeries;
  left: number;
}

/** Where each name of a legend stands, in as many lines as it takes. */
function legendLines(group: PlotGroup, pane: ChartPane, width: number): LegendEntry[][] {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return [];
  pen.font = group.colors.font("sans", 12);
  const lines: LegendEntry[][] = [[]];
  let left = 0;
  for (const series of pane.series) {
    const size = MARK_WIDTH + 6 + pen.measureText(series.label).width;
    if (left > 0 && left + size > width) {
      lines.push([]);
      left = 0;
    }
    lines[lines.length - 1].push({ series, left });
    left += size + 16;
  }
  return lines;
}

function drawLegend(pen: CanvasRenderingContext2D, group: PlotGroup, pane: ChartPane, line: LegendEntry[], top: number): void {
  pen.font = group.colors.font("sans", 12);
  pen.textBaseline = "middle";
  const middle = top + LEGEND_LINE / 2;
  for (const { series, left } of line) {
    const solid = series.kind === "line" || series.kind === "points";
    const height = solid ? 2 : 8;
    pen.fillStyle = group.colors.of(series.color, solid ? 1 : swatchOpacity(pane, series));
    pen.fillRect(EDGE + left, middle - height / 2, MARK_WIDTH, height);
    pen.fillStyle = group.colors.of("muted");
    pen.fillText(series.label, EDGE + left + MARK_WIDTH + 6, middle);
  }
}

function drawPlot(pen: CanvasRenderingContext2D, part: { scene: PaneScene; width: number; height: number }, top: number): void {
  const scene = { ...part.scene, scale: SCALE / devicePixelRatio };
  const holder = document.createElement("div");
  const plot = new UPlot(paneOptions(scene, part.width, part.height), paneData(scene), holder);
  drawScene(plot, scene);
  pen.drawImage(plot.ctx.canvas, EDGE, top, part.width, part.height);
  plot.destroy();
}
