import type uPlot from "uplot";
import type { ChartZoneMarker } from "./chart-spec";
import type { PaneScene } from "./pane-plot";

const LABEL_SIZE = 11;

interface Span {
  left: number;
  right: number;
  zone: ChartZoneMarker;
}

/** Zones of a tone that are in view, in canvas pixels. */
function spans(u: uPlot, { markers, pane }: PaneScene, tone: ChartZoneMarker["tone"]): Span[] {
  const { left, width } = u.bbox;
  const clamp = (position: number) => Math.min(left + width, Math.max(left, u.valToPos(position, "x", true)));
  return (markers.zones ?? [])
    .filter((zone) => zone.tone === tone && (zone.pane === undefined || zone.pane === pane.key))
    .map((zone) => ({ left: clamp(zone.from), right: clamp(zone.to), zone }))
    .filter((span) => span.right > span.left);
}

const pixel = (scene: PaneScene) => devicePixelRatio * scene.scale;

function labelFont(u: uPlot, scene: PaneScene): void {
  u.ctx.font = scene.colors.font("sans", Math.round(LABEL_SIZE * pixel(scene)));
  u.ctx.fillStyle = scene.colors.of("faint");
  u.ctx.textBaseline = "top";
  u.ctx.textAlign = "left";
}

/** The name of a span at its top, where there is room for it. */
function nameSpan(u: uPlot, scene: PaneScene, span: Span): void {
  labelFont(u, scene);
  const inset = 6 * pixel(scene);
  if (u.ctx.measureText(span.zone.label).width + 2 * inset > span.right - span.left) return;
  u.ctx.fillText(span.zone.label, span.left + inset, u.bbox.top + inset);
}

/** Periods of note, under everything. */
export function drawShades(u: uPlot, scene: PaneScene): void {
  u.ctx.save();
  for (const span of spans(u, scene, "shaded")) {
    u.ctx.fillStyle = scene.colors.of("raised");
    u.ctx.fillRect(span.left, u.bbox.top, span.right - span.left, u.bbox.height);
    nameSpan(u, scene, span);
  }
  u.ctx.restore();
}

/** A veil over stretches that are not to be relied on. */
export function drawVeils(u: uPlot, scene: PaneScene): void {
  u.ctx.save();
  for (const span of spans(u, scene, "dimmed")) {
    u.ctx.fillStyle = scene.colors.of("surface", 0.6);
    u.ctx.fillRect(span.left, u.bbox.top, span.right - span.left, u.bbox.height);
    u.ctx.strokeStyle = scene.colors.of("line-strong");
    if (span.right - span.left > 8 * pixel(scene)) {
      dashedLine(u, scene, [span.right, u.bbox.top, span.right, u.bbox.top + u.bbox.height]);
    }
    nameSpan(u, scene, span);
  }
  u.ctx.restore();
}

function dashedLine(u: uPlot, scene: PaneScene, [fromX, fromY, toX, toY]: [number, number, number, number]): void {
  const unit = pixel(scene);
  u.ctx.lineWidth = unit;
  u.ctx.setLineDash([3 * unit, 3 * unit]);
  u.ctx.beginPath();
  u.ctx.moveTo(fromX, fromY);
  u.ctx.lineTo(toX, toY);
  u.ctx.stroke();
}

/** Levels of a pane (RSI 30 and 70); their names stand among the labels of y. */
export function drawGuides(u: uPlot, scene: PaneScene): void {
  const [low, high] = scene.extent;
  u.ctx.save();
  for (const guide of scene.pane.guides ?? []) {
    if (guide.y < low || guide.y > high) continue;
    const y = Math.round(u.valToPos(guide.y, "y", true)) + 0.5;
    u.ctx.strokeStyle = scene.colors.of("line-strong");
    dashedLine(u, scene, [u.bbox.left, y, u.bbox.left + u.bbox.width, y]);
  }
  u.ctx.restore();
}

/** Vertical lines ("now"), through all panes, named in the first. */
export function drawLines(u: uPlot, scene: PaneScene): void {
  u.ctx.save();
  for (const { at, label } of scene.markers.lines ?? []) {
    if (at < scene.view.low || at > scene.view.high) continue;
    const x = Math.round(u.valToPos(at, "x", true)) + 0.5;
    u.ctx.strokeStyle = scene.colors.of("faint");
    dashedLine(u, scene, [x, u.bbox.top, x, u.bbox.top + u.bbox.height]);
    if (!scene.first) continue;
    labelFont(u, scene);
    const inset = 5 * pixel(scene);
    const room = u.bbox.left + u.bbox.width - x;
    u.ctx.textAlign = u.ctx.measureText(label).width + 2 * inset < room ? "left" : "right";
    u.ctx.fillText(label, x + (u.ctx.textAlign === "left" ? inset : -inset), u.bbox.top + inset / 2);
  }
  u.ctx.restore();
}
