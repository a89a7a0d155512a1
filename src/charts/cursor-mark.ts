import type uPlot from "uplot";
import { levelText } from "./axis-ticks";
import type { PaneScene } from "./pane-scene";
import { placeText, valuesAt } from "./row-text";
import { onAxis, valueAtHeight } from "./series-paths";

/** Width of a digit in the tags, and their padding, in CSS pixels. */
const TAG_DIGIT = 6.7;
const TAG_AIR = 8;

/**
 * Cursor of a pane: crosshair, a dot on each line, and the range selected for zooming. Made of elements, so that moving it redraws nothing.
 */
export class CursorMark {
  private readonly u: uPlot;
  private readonly hair = document.createElement("div");
  private readonly selection = document.createElement("div");
  private readonly level = document.createElement("div");
  private readonly when = document.createElement("div");
  private readonly tag = document.createElement("span");
  private readonly dots: HTMLElement[] = [];

  constructor(u: uPlot) {
    this.u = u;
    this.hair.className = "chart-hair";
    this.when.className = "chart-tag chart-when num";
    this.hair.append(this.when);
    this.selection.className = "chart-selection";
    this.level.className = "chart-level";
    this.tag.className = "chart-tag num";
    // The read-out above the plot already has it in words.
    this.level.setAttribute("aria-hidden", "true");
    this.level.append(this.tag);
    for (const element of [this.selection, this.hair, this.level]) {
      element.hidden = true;
      u.over.append(element);
    }
  }

  place(scene: PaneScene, row: number | null, position: number): void {
    const { u } = this;
    const inView = row !== null && position >= scene.view.low && position <= scene.view.high;
    const left = inView ? u.valToPos(position, "x") : 0;
    this.hair.hidden = !inView;
    this.hair.style.transform = `translateX(${left}px)`;
    this.when.hidden = !inView || !scene.last;
    if (inView && scene.last) this.name(placeText(scene.axis, row), left);
    scene.pane.series.forEach((series, index) => {
      this.dots[index] ??= this.addDot();
      const value = series.kind === "band" ? Number.NaN : (valuesAt(series, row ?? 0).at(-1) ?? Number.NaN);
      const [low, high] = scene.extent;
      const shown =
        inView && (series.kind === "line" || series.kind === "area" || series.kind === "points") && value >= low && value <= high;
      const dot = this.dots[index];
      dot.hidden = !shown;
      if (!shown) return;
      dot.style.background = `var(--${series.color})`;
      dot.style.transform = `translate(${left}px, ${u.valToPos(onAxis(scene, value), "y")}px)`;
    });
    for (const dot of this.dots.slice(scene.pane.series.length)) dot.hidden = true;
  }

  /** Position label of the hairline, kept within the plot's width. Drawn from an attribute, since the read-out already has it in words. */
  private name(text: string, left: number): void {
    const half = (text.length * TAG_DIGIT + TAG_AIR) / 2;
    const middle = Math.max(half, Math.min(left, this.u.over.clientWidth - half));
    this.when.dataset.text = text;
    this.when.style.transform = `translateX(calc(-50% + ${middle - left}px))`;
  }

  /** Shows the value at a height of the page beside the axis; hidden if the height is in another pane. */
  mark(scene: PaneScene, clientY: number | null): void {
    const box = clientY === null ? null : this.u.over.getBoundingClientRect();
    const inside = box !== null && clientY !== null && clientY >= box.top && clientY <= box.bottom;
    this.level.hidden = !inside;
    if (!inside) return;
    this.level.style.transform = `translateY(${clientY - box.top}px)`;
    this.tag.textContent = levelText(scene, valueAtHeight(scene, (clientY - box.top) / box.height));
  }

  /** Selected range along x in CSS pixels from the left of the plot; null clears it. */
  select(from: number | null, to: number | null): void {
    this.selection.hidden = from === null || to === null;
    if (from === null || to === null) return;
    const width = this.u.over.clientWidth;
    const left = Math.min(Math.max(0, Math.min(from, to)), width);
    this.selection.style.left = `${left}px`;
    this.selection.style.width = `${Math.min(width, Math.max(from, to)) - left}px`;
  }

  private addDot(): HTMLElement {
    const dot = document.createElement("div");
    dot.className = "chart-dot";
    this.u.over.append(dot);
    return dot;
  }
}
