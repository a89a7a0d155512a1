import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inertiaDistance, Panning, speedOf } from "../../src/charts/panning";
import type { PlotGroup } from "../../src/charts/plot-group";
import { clampView, sameView, type View } from "../../src/charts/view";

/** A chart of 1,000 rows with 100 in view, one pixel per row. */
class Chart {
  view: View = { low: 400, high: 500 };
  plotBox = () => ({ width: 100 });
  setView(view: View): void {
    const next = clampView(view, { low: 0, high: 1000 });
    if (!sameView(next, this.view)) this.view = next;
  }
}

describe("panning a chart", () => {
  let chart: Chart;
  let panning: Panning;
  let next: ((time: number) => void) | null;
  let isStill: boolean;

  beforeEach(() => {
    chart = new Chart();
    panning = new Panning(chart as unknown as PlotGroup);
    next = null;
    isStill = false;
    vi.stubGlobal("requestAnimationFrame", (call: (time: number) => void) => {
      next = call;
      return 1;
    });
    vi.stubGlobal("cancelAnimationFrame", () => {
      next = null;
    });
    vi.stubGlobal("matchMedia", () => ({ matches: isStill }));
  });
  afterEach(() => vi.unstubAllGlobals());

  /** Animation frames from a moment on, as long as one is asked for. */
  function frames(from: number): number[] {
    const lows: number[] = [];
    for (let time = from; next; time += 16) {
      const call = next;
      next = null;
      call(time);
      lows.push(chart.view.low);
    }
    return lows;
  }
  const flick = (by: number) => {
    panning.take(50, 0);
    for (let i = 1; i <= 4; i++) panning.to(50 + (by * i) / 4, i * 16);
  };

  it("follows the pointer, and continues with its speed, decelerating, when released in motion", () => {
    flick(-64);
    expect(chart.view.low).toBe(464);
    panning.release(70);
    const lows = frames(72);
    const steps = lows.map((low, i) => low - (lows[i - 1] ?? 464));
    expect(steps.every((step) => step > 0)).toBe(true);
    for (let i = 2; i < steps.length; i++) expect(steps[i]).toBeLessThan(steps[i - 1]);
    // One pixel per millisecond travels as far as its decay time, minus an invisible remainder.
    expect(lows.at(-1)).toBeGreaterThan(464 + 260 * 0.96);
    expect(lows.at(-1)).toBeLessThan(464 + 260);
  });

  it("stays put when released at rest, or with reduced motion", () => {
    flick(-64);
    panning.release(200);
    expect(next).toBeNull();
    isStill = true;
    flick(-32);
    panning.release(66);
    expect(next).toBeNull();
  });

  it("stops at the end of the series, when grabbed again, and when something else moves the view", () => {
    chart.view = { low: 10, high: 110 };
    flick(9);
    panning.release(66);
    flick(40);
    panning.release(66);
    expect(frames(70).at(-1)).toBe(0);
    expect(next).toBeNull();

    chart.view = { low: 400, high: 500 };
    flick(-64);
    panning.release(66);
    next?.(82);
    chart.view = { low: 0, high: 1000 };
    expect(frames(98)).toEqual([0]);

    chart.view = { low: 400, high: 500 };
    flick(-64);
    panning.release(66);
    panning.take(10, 90);
    expect(next).toBeNull();
  });
});

it("the release speed is that of the last movements", () => {
  const trail = [
    { x: 0, at: 0 },
    { x: 500, at: 1000 },
    { x: 540, at: 1040 },
  ];
  expect(speedOf(trail, 1050)).toBe(1);
  expect(speedOf(trail, 1200)).toBe(0);
  expect(speedOf([{ x: 0, at: 0 }], 0)).toBe(0);
  expect(speedOf([], 0)).toBe(0);
  expect(inertiaDistance(2, 0)).toBe(0);
  expect(inertiaDistance(-2, 1e6)).toBe(-520);
});

it("a full view is the domain to the bit, whatever its ends", () => {
  const domain = { low: -4.32775612931759, high: 1.4147516569518785 };
  expect(clampView(domain, domain)).toEqual(domain);
  expect(clampView({ low: -9, high: 9 }, domain)).toEqual(domain);
});
