import type uPlot from "uplot";
import type { PaneScene } from "./pane-scene";
import { seriesLength } from "./position";

/** The crosshair of one pane: a hairline, a dot on each line, and the range selected for zooming. Elements, so that nothing is redrawn. */
export class CursorMark {
  private readonly u: uPlot;
  private readonly hair = document.createElement("div");
  private readonly selection = document.createElement("div");
  private readonly dots: HTMLElement[] = [];

  constructor(u: uPlot) {
    this.u = u;
    this.hair.className = "chart-hair";
    this.selection.className = "chart-selection";
    for (const element of [this.selection, this.hair]) {
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
    scene.pane.series.forEach((series, index) => {
      this.dots[index] ??= this.addDot();
      const at = (row ?? 0) - (series.start ?? 0);
      const value = series.kind !== "band" && at >= 0 && at < seriesLength(series) ? series.values[at] : Number.NaN;
      const [low, high] = scene.extent;
      const shown = inView && series.kind !== "bars" && value >= low && value <= high;
      const dot = this.dots[index];
      dot.hidden = !shown;
      if (!shown) return;
      dot.style.background = `var(--${series.color})`;
      dot.style.transform = `translate(${left}px, ${u.valToPos(value, "y")}px)`;
    });
    for (const dot of this.dots.slice(scene.pane.series.length)) dot.hidden = true;
  }

  /** Positions along x of the range, in CSS pixels from the left of the plot; null takes it away. */
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
