import type { PaintToken } from "./marks";

/**
 * Theme tokens as colors a canvas understands. A custom property returns its source text (`light-dark(…)`), so the computed color is read
 * from a probe element.
 */
export class ChartColors {
  private readonly probe: HTMLElement;
  private readonly found = new Map<string, string>();
  private readonly onChange: () => void;
  private readonly observer: MutationObserver;
  private readonly scheme = matchMedia("(prefers-color-scheme: dark)");

  /** `onChange` is called after a change of theme, and when fonts have arrived. */
  constructor(parent: HTMLElement, onChange: () => void) {
    this.probe = document.createElement("span");
    this.probe.hidden = true;
    parent.append(this.probe);
    this.onChange = onChange;
    this.observer = new MutationObserver(this.change);
    this.observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "style", "data-theme", "data-updown"] });
    this.scheme.addEventListener("change", this.change);
    // Not `fonts.ready`: reading it makes the browser lay out the page there and then.
    document.fonts.addEventListener("loadingdone", this.change);
  }

  of(token: PaintToken, alpha = 1): string {
    const key = `${token} ${alpha}`;
    let color = this.found.get(key);
    if (color === undefined) {
      this.probe.style.color = alpha === 1 ? `var(--${token})` : `color-mix(in srgb, var(--${token}) ${alpha * 100}%, transparent)`;
      color = getComputedStyle(this.probe).color;
      this.found.set(key, color);
    }
    return color;
  }

  /** The color as #rrggbb, a form that every program reads. */
  hex(token: PaintToken): string {
    const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!pen) return "#808080";
    pen.fillStyle = this.of(token);
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  }

  font(family: "mono" | "sans", size: number, weight = 400): string {
    this.probe.style.fontFamily = `var(--${family})`;
    return `${weight} ${size}px ${getComputedStyle(this.probe).fontFamily}`;
  }

  dispose(): void {
    this.observer.disconnect();
    this.scheme.removeEventListener("change", this.change);
    document.fonts.removeEventListener("loadingdone", this.change);
    this.probe.remove();
  }

  private readonly change = () => {
    this.found.clear();
    this.onChange();
  };
}
