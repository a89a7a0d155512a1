import type { PlotGroup } from "./plot-group";
import { throttled } from "./throttled";
import type { View } from "./view";

/** A drag shorter than this is a click, in CSS pixels. */
export const DRAG_THRESHOLD = 5;
/** Zoom per pixel of wheel travel; a notch is about 100. */
const WHEEL_ZOOM = 0.0018;
const LINE_HEIGHT = 16;

interface Touch {
  x: number;
}

type Drag = { kind: "zoom"; from: number } | { kind: "pan"; from: number; view: View };

/**
 * Mouse: hover reads, drag zooms to the range, Shift+drag pans, double click shows all. The wheel zooms with Ctrl/⌘ (and so does a
 * trackpad's pinch) or once the chart has the focus; otherwise the page scrolls. Sideways wheeling pans. Touch: one finger reads while an
 * upward or downward stroke still scrolls the page, two fingers zoom and pan.
 */
export class ChartGestures {
  private readonly group: PlotGroup;
  private readonly area: HTMLElement;
  private readonly fingers = new Map<number, Touch>();
  private readonly ended = new AbortController();
  private drag: Drag | null = null;
  private readonly read = throttled((x: number, y: number) => this.group.setCursor(this.group.rowAt(x, y)));

  constructor(area: HTMLElement, group: PlotGroup) {
    this.group = group;
    this.area = area;
    const options = { signal: this.ended.signal };
    area.addEventListener("pointerdown", this.down, options);
    area.addEventListener("pointermove", this.move, options);
    area.addEventListener("pointerup", this.up, options);
    area.addEventListener("pointercancel", this.cancel, options);
    area.addEventListener("pointerleave", this.leave, options);
    area.addEventListener("dblclick", () => group.showAll(), options);
    area.addEventListener("wheel", this.wheel, { ...options, passive: false });
  }

  dispose(): void {
    this.read.cancel();
    this.ended.abort();
  }

  private readonly down = (event: PointerEvent): void => {
    // Buttons and legends within the area keep their own clicks.
    if (!(event.target instanceof Element) || !event.target.closest(".uplot")) return;
    if (event.pointerType === "touch") {
      this.fingers.set(event.pointerId, { x: event.clientX });
      if (this.fingers.size === 1) this.group.setCursor(this.group.rowAt(event.clientX, event.clientY));
      return;
    }
    if (event.button !== 0) return;
    this.area.setPointerCapture(event.pointerId);
    this.drag = event.shiftKey ? { kind: "pan", from: event.clientX, view: this.group.view } : { kind: "zoom", from: event.clientX };
  };

  private readonly move = (event: PointerEvent): void => {
    const { group, drag } = this;
    if (this.fingers.has(event.pointerId)) {
      this.moveFinger(event);
      return;
    }
    if (drag?.kind === "pan") {
      const width = group.plotBox()?.width || 1;
      const span = drag.view.high - drag.view.low;
      const low = drag.view.low - ((event.clientX - drag.from) / width) * span;
      group.setView({ low, high: low + span });
      return;
    }
    this.read(event.clientX, event.clientY);
    if (!drag) return;
    const left = group.plotBox()?.left ?? 0;
    if (Math.abs(event.clientX - drag.from) >= DRAG_THRESHOLD) group.select(drag.from - left, event.clientX - left);
    else group.select(null, null);
  };

  private readonly up = (event: PointerEvent): void => {
    const { group, drag } = this;
    this.fingers.delete(event.pointerId);
    this.drag = null;
    group.select(null, null);
    if (drag?.kind !== "zoom" || Math.abs(event.clientX - drag.from) < DRAG_THRESHOLD) return;
    const ends = [group.positionAt(drag.from), group.positionAt(event.clientX)].sort((a, b) => a - b);
    const span = group.view.high - group.view.low;
    // Through zoom, so that the closest zoom holds; around the middle, then moved to the range.
    const middle = (ends[0] + ends[1]) / 2;
    group.zoom((ends[1] - ends[0]) / span, middle);
    group.pan(middle - (group.view.low + group.view.high) / 2);
  };

  private readonly cancel = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    this.drag = null;
    this.group.select(null, null);
  };

  private readonly leave = (event: PointerEvent): void => {
    this.read.cancel();
    if (event.pointerType !== "touch" && !this.drag) this.group.setCursor(null);
  };

  /** One finger moves the cursor; two keep the positions they hold under them. */
  private moveFinger(event: PointerEvent): void {
    const { group, fingers } = this;
    const before = [...fingers.values()].map(({ x }) => group.positionAt(x));
    fingers.set(event.pointerId, { x: event.clientX });
    if (fingers.size === 1) {
      this.read(event.clientX, event.clientY);
      return;
    }
    const box = group.plotBox();
    if (fingers.size !== 2 || !box) return;
    const [one, other] = [...fingers.values()].map(({ x }) => (x - box.left) / box.width);
    // Fingers nearly above each other say nothing about the zoom.
    if (Math.abs(other - one) < 0.03) return;
    const span = (before[1] - before[0]) / (other - one);
    if (!(span > 0)) return;
    group.zoom(span / (group.view.high - group.view.low), before[0]);
    group.pan(before[0] - (group.view.low + one * (group.view.high - group.view.low)));
  }

  private readonly wheel = (event: WheelEvent): void => {
    const { group } = this;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT : 1;
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    const before = group.view;
    if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) {
      const width = group.plotBox()?.width || 1;
      group.pan(((sideways * lines) / width) * (before.high - before.low));
    } else if (event.ctrlKey || event.metaKey || this.area.contains(document.activeElement)) {
      group.zoom(Math.exp(event.deltaY * lines * WHEEL_ZOOM * (event.ctrlKey ? 3 : 1)), group.positionAt(event.clientX));
    } else return;
    // At the end of the way the page scrolls on; the browser's own zoom never starts here.
    if (group.view !== before || event.ctrlKey || event.metaKey) event.preventDefault();
  };
}
