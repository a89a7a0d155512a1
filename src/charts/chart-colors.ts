import type { ColorToken } from "./chart-spec";

type CanvasToken = ColorToken | "surface" | "raised" | "line";

/**
 * Theme tokens as colours a canvas understands. A custom property holds its source text (`light-dark(…)`), so the browser is asked
 * for the colour it comes to on a probe element.
 */
export class ChartColors {
  private readonly probe: HTMLElement;
  private readonly found = new Map<string, string>();
  private readonly onChange: () => void;
  private readonly observer: MutationObserver;
  private readonly scheme = matchMedia("(prefers-color-scheme: dark)");

  /** `onChange` is called after the theme changed. */
  constructor(parent: HTMLElement, onChange: () => void) {
    this.probe = document.createElement("span");
    this.probe.hidden = true;
    parent.append(this.probe);
    this.onChange = onChange;
    this.observer = new MutationObserver(this.change);
    this.observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "style", "data-theme", "data-updown"] });
    this.scheme.addEventListener("change", this.change);
  }

  of(token: CanvasToken, alpha = 1): string {
    const key = `${token} ${alpha}`;
    let color = this.found.get(key);
    if (color === undefined) {
      this.probe.style.color = alpha === 1 ? `var(--${token})` : `color-mix(in srgb, var(--${token}) ${alpha * 100}%, transparent)`;
      color = getComputedStyle(this.probe).color;
      this.found.set(key, color);
    }
    return color;
  }

  font(family: "mono" | "sans", size: number, weight = 400): string {
    this.probe.style.fontFamily = `var(--${family})`;
    return `${weight} ${size}px ${getComputedStyle(this.probe).fontFamily}`;
  }

  dispose(): void {
    this.observer.disconnect();
    this.scheme.removeEventListener("change", this.change);
    this.probe.remove();
  }

  private readonly change = () => {
    this.found.clear();
    this.onChange();
  };
}
