import type { Millis } from "../../workers/contract";
import { Panning } from "./panning";
import type { PlotGroup } from "./plot-group";
import { throttled } from "./throttled";

/** A drag shorter than this is a click, in CSS pixels. */
export const DRAG_THRESHOLD = 5;
/** Zoom per pixel of wheel travel; a notch is about 100. */
const WHEEL_ZOOM = 0.0018;
const LINE_HEIGHT = 16;

/** A finger that rests this long switches to reading values. */
const LONG_PRESS: Millis = 350;

interface Touch {
  x: number;
}

interface Drag {
  kind: "zoom" | "pan";
  from: number;
}

/**
 * Mouse: hover reads values; drag zooms to the range if all is in view, otherwise pans; Shift+drag always zooms; double click shows all.
 * The wheel zooms with Ctrl/⌘ (as does a trackpad pinch) or while the chart has focus; otherwise the page scrolls. Horizontal wheel pans.
 * Touch: a tap reads; one finger pans if zoomed in, reads if all is in view, and always reads after resting; a vertical swipe scrolls the
 * page unless the finger has rested; two fingers zoom and pan. A pan continues with inertia on release.
 */
export class ChartGestures {
  private readonly group: PlotGroup;
  private readonly area: HTMLElement;
  private readonly fingers = new Map<number, Touch>();
  private readonly ended = new AbortController();
  private readonly panning: Panning;
  private drag: Drag | null = null;
  /** Timer: starts when the first finger is put down, canceled when it moves. */
  private longPress = 0;
  private rested = false;
  private readonly read = throttled((x: number, y: number) => {
    this.group.setCursor(this.group.rowAt(x, y));
    this.group.setLevel(y);
  });

  constructor(area: HTMLElement, group: PlotGroup) {
    this.group = group;
    this.panning = new Panning(group);
    this.area = area;
    const options = { signal: this.ended.signal };
    area.addEventListener("pointerdown", this.down, options);
    area.addEventListener("pointermove", this.move, options);
    area.addEventListener("pointerup", this.up, options);
    area.addEventListener("pointercancel", this.lift, options);
    area.addEventListener("pointerleave", this.leave, options);
    area.addEventListener("dblclick", () => group.showAll(), options);
    area.addEventListener("wheel", this.wheel, { ...options, passive: false });
    // While a finger reads values, the page does not scroll and no context menu opens.
    area.addEventListener("touchmove", this.keep, { ...options, passive: false });
    area.addEventListener("contextmenu", this.keep, options);
  }

  dispose(): void {
    clearTimeout(this.longPress);
    this.panning.stop();
    this.read.cancel();
    this.ended.abort();
  }

  private readonly down = (event: PointerEvent): void => {
    // Buttons and legends inside the area handle their own clicks.
    if (!(event.target instanceof Element) || !event.target.closest(".uplot")) return;
    if (event.pointerType === "touch") {
      this.fingers.set(event.pointerId, { x: event.clientX });
      this.putDown(event);
      return;
    }
    if (event.button !== 0) return;
    this.area.setPointerCapture(event.pointerId);
    this.begin(event.shiftKey || this.group.isWhole ? "zoom" : "pan", event);
  };

  private begin(kind: Drag["kind"], { clientX, timeStamp }: PointerEvent): void {
    this.panning.take(clientX, timeStamp);
    this.drag = { kind, from: clientX };
  }

  private putDown(event: PointerEvent): void {
    const { clientX, clientY } = event;
    clearTimeout(this.longPress);
    this.panning.stop();
    this.rested = false;
    if (this.fingers.size !== 1) return;
    this.group.setCursor(this.group.rowAt(clientX, clientY));
    this.longPress = window.setTimeout(() => {
      this.rested = true;
    }, LONG_PRESS);
    this.drag = null;
    if (!this.group.isWhole) this.begin("pan", event);
  }

  private readonly move = (event: PointerEvent): void => {
    const { group, drag } = this;
    if (this.fingers.has(event.pointerId)) {
      this.moveFinger(event);
      return;
    }
    if (drag?.kind === "pan") {
      this.pan(event, drag);
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
    const reads = this.rested;
    this.lift(event);
    if (drag?.kind === "pan" && !reads && this.fingers.size === 0) this.panning.release(event.timeStamp);
    if (drag?.kind !== "zoom" || Math.abs(event.clientX - drag.from) < DRAG_THRESHOLD) return;
    const ends = [group.positionAt(drag.from), group.positionAt(event.clientX)].sort((a, b) => a - b);
    const span = group.view.high - group.view.low;
    // Zooms around the middle first, so that the limit of zooming holds, then moves to the range.
    const middle = (ends[0] + ends[1]) / 2;
    group.zoom((ends[1] - ends[0]) / span, middle);
    group.pan(middle - (group.view.low + group.view.high) / 2);
  };

  private readonly lift = (event: PointerEvent): void => {
    clearTimeout(this.longPress);
    this.fingers.delete(event.pointerId);
    this.rested = false;
    this.drag = null;
    this.group.select(null, null);
  };

  private readonly keep = (event: Event): void => {
    if (this.rested) event.preventDefault();
  };

  private pan({ clientX, timeStamp }: PointerEvent, { from }: Drag): void {
    if (!this.panning.hasMoved && Math.abs(clientX - from) < DRAG_THRESHOLD) return;
    clearTimeout(this.longPress);
    this.panning.to(clientX, timeStamp);
  }

  private readonly leave = (event: PointerEvent): void => {
    this.read.cancel();
    this.group.setLevel(null);
    if (event.pointerType !== "touch" && !this.drag) this.group.setCursor(null);
  };

  /** One finger pans or reads; with two, the positions under the fingers stay under them. */
  private moveFinger(event: PointerEvent): void {
    const { group, fingers } = this;
    const before = [...fingers.values()].map(({ x }) => group.positionAt(x));
    fingers.set(event.pointerId, { x: event.clientX });
    if (fingers.size === 1) {
      const { drag } = this;
      if (this.rested || drag?.kind !== "pan") this.read(event.clientX, event.clientY);
      else this.pan(event, drag);
      return;
    }
    const box = group.plotBox();
    if (fingers.size !== 2 || !box) return;
    const [one, other] = [...fingers.values()].map(({ x }) => (x - box.left) / box.width);
    // Fingers nearly above each other do not define a horizontal zoom.
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
    this.panning.stop();
    if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) {
      const width = group.plotBox()?.width || 1;
      group.pan(((sideways * lines) / width) * (before.high - before.low));
    } else if (event.ctrlKey || event.metaKey || this.area.contains(document.activeElement)) {
      group.zoom(Math.exp(event.deltaY * lines * WHEEL_ZOOM * (event.ctrlKey ? 3 : 1)), group.positionAt(event.clientX));
    } else return;
    // At the limit of zoom or pan the page scrolls instead; the browser's own zoom is always prevented.
    if (group.view !== before || event.ctrlKey || event.metaKey) event.preventDefault();
  };
}
