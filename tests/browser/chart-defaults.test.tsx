import "../../src/styles.css";
import { describe, expect, it } from "vitest";
import { render } from "vitest-browser-react";
import type { ChartAxis, ChartPane } from "../../src/charts/chart-spec";
import { ScatterChart } from "../../src/charts/scatter-chart";
import { TimeChart } from "../../src/charts/time-chart";
import { application, canvases } from "../fixtures/charts";

/** The specification's chart defaults for the first drawing; those of bars are tested with the bars. */
const MARGIN = 5;
const UNCOVERED = [
  ["line", 1500],
  ["area", 1500],
] as const;

const valuesOf = (rows: number) => Float64Array.from({ length: rows }, (_, i) => 50 + 10 * Math.sin(i / 6));
const ROWS: ChartAxis = { kind: "index", values: null, label: "Row" };
const panesOf = (kind: "line" | "area", rows: number): ChartPane[] => [
  { key: "price", share: 1, unit: "USD", series: [{ key: "price", label: "Price", kind, color: "accent", values: valuesOf(rows) }] },
];

/** Durations of the canvas's animations, once it is there. */
async function motions(): Promise<number[]> {
  await expect.element(application()).toBeVisible();
  await expect.poll(() => canvases().length).toBe(1);
  await expect.poll(() => application().element().getAttribute("aria-busy")).not.toBe("true");
  return canvases()[0]
    .getAnimations()
    .map((animation) => Number(animation.effect?.getComputedTiming().duration));
}

describe("the first drawing", () => {
  it.each(UNCOVERED)("reveals a %s in %i ms", async (kind, duration) => {
    const panes = panesOf(kind, 100);
    await render(<TimeChart title="Price" x={ROWS} panes={panes} exportName="price" />);
    await expect.poll(motions).toEqual([duration]);
  });

  it("fades points in within 400 ms", async () => {
    const groups = [{ key: "return", label: "Return", values: valuesOf(50) }];
    const x = { label: "Volatility", unit: "%", digits: 1, values: Float64Array.from({ length: 50 }, (_, i) => i) };
    await render(<ScatterChart title="Risk" exportName="risk" x={x} y={{ unit: "%" }} groups={groups} />);
    await expect.poll(motions).toEqual([400]);
  });

  it("shows more than 5,000 rows at once, and animates nothing a second time", async () => {
    const panes = panesOf("line", 6000);
    const screen = await render(<TimeChart title="Price" x={ROWS} panes={panes} exportName="price" />);
    expect(await motions()).toEqual([]);
    const few = panesOf("line", 100);
    await screen.rerender(<TimeChart title="Price" x={ROWS} panes={few} exportName="price" />);
    await expect.poll(motions).toEqual([1500]);
    for (const animation of canvases()[0].getAnimations()) animation.finish();
    await expect.poll(motions).toEqual([]);
    await screen.rerender(<TimeChart title="Price" x={ROWS} panes={panesOf("line", 90)} exportName="price" />);
    expect(await motions()).toEqual([]);
  });

  it("leaves 5 px of space above and to the right of the plot", async () => {
    await render(<TimeChart title="Price" x={ROWS} panes={panesOf("line", 100)} exportName="price" />);
    await motions();
    const whole = canvases()[0].getBoundingClientRect();
    const plot = document.querySelector(".u-over")?.getBoundingClientRect();
    expect(plot && [plot.top - whole.top, whole.right - plot.right]).toEqual([MARGIN, MARGIN]);
  });
});
