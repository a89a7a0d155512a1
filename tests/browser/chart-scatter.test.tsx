import "../../src/styles.css";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ChartFeedProvider } from "../../src/charts/chart-feed-provider";
import { ScatterChart, type ScatterGroup } from "../../src/charts/scatter-chart";
import {
  announced,
  application,
  askedFeed,
  canvases,
  cells,
  drawnOn,
  painted,
  type Spot,
  saved,
  spotsOf,
  writingFeed,
} from "../fixtures/charts";
import { findingsOf } from "./axe";

/** Not ordered along x; B and C have the same x and differ only in height. */
const x = { label: "Volatility", unit: "%", digits: 1, values: Float64Array.of(30, 10, 20, 20) };
const groups: ScatterGroup[] = [{ key: "return", label: "Return", values: Float64Array.of(9, 3, 6, 1) }];
const names = ["D", "A", "C", "B"];
const y = { unit: "%", digits: 2 };
const fit = { label: "least squares", intercept: 0, slope: 0.3 };
const quadrants = { x: 15, y: 4, labels: ["calm winners", "wild winners", "calm losers", "wild losers"] as const };
const settings = { title: "Risk and return", exportName: "risk-return", x, y, groups, names, fit, quadrants };

const center = (spots: Spot[]) => {
  const mean = (of: (spot: Spot) => number) => spots.reduce((sum, spot) => sum + of(spot), 0) / spots.length;
  return { x: mean((spot) => spot.x), y: mean((spot) => spot.y) };
};

/** The readout at the cursor. */
const head = () => document.querySelector(".chart-area .num:not(.invisible)")?.textContent;

async function show() {
  const feed = writingFeed();
  await render(
    <ChartFeedProvider feed={feed}>
      <ScatterChart {...settings} />
    </ChartFeedProvider>,
  );
  await expect.element(application()).toBeVisible();
  await expect.poll(() => spotsOf("series-1").length).toBeGreaterThan(0);
  await painted();
  return feed;
}

beforeEach(() => {
  document.documentElement.dataset.theme = "light";
});

it("places rows in any order, with the fit through them, and names beside them", async () => {
  await show();
  const spots = spotsOf("series-1");
  const left = Math.min(...spots.map((spot) => spot.x));
  const right = Math.max(...spots.map((spot) => spot.x));
  const middle = center(spots.filter((spot) => spot.x > left + 20 && spot.x < right - 20));
  expect((middle.x - left) / (right - left)).toBeCloseTo(0.5, 1);
  // The fit runs through A, C and D: at that x it is at C rather than under B.
  const line = spotsOf("muted").filter((spot) => Math.abs(spot.x - (left + right) / 2) < 40);
  expect(line.length).toBeGreaterThan(10);
  const highest = center(spots.filter((spot) => spot.x > right - 6));
  const lowest = center(spots.filter((spot) => spot.x < left + 6));
  expect(center(line).y / ((highest.y + lowest.y) / 2)).toBeCloseTo(1, 1);
  expect(spotsOf("faint").length).toBeGreaterThan(50);
});

it("reads rows from left to right, by name", async () => {
  await show();
  application().element().focus();
  await userEvent.keyboard("{Home}");
  await expect.poll(announced).toBe("A, Volatility 10.0%: Return 3.00%");
  await userEvent.keyboard("{End}");
  await expect.poll(announced).toBe("D, Volatility 30.0%: Return 9.00%");
  await expect.poll(head).toContain("least squares 9.00");
});

it("picks the nearer of two points with the same x", async () => {
  await show();
  const target = document.querySelector<HTMLElement>(".u-over")!;
  const { left, top, width, height } = target.getBoundingClientRect();
  const at = (share: number) =>
    target.dispatchEvent(new PointerEvent("pointermove", { clientX: left + width / 2, clientY: top + height * share, bubbles: true }));
  at(0.4);
  await expect.poll(head).toContain("C, Volatility 20.0%");
  await painted();
  at(0.95);
  await expect.poll(head).toContain("B, Volatility 20.0%");
});

it("lists and saves names, places and heights", async () => {
  const feed = await show();
  expect((await saved("CSV")).name).toBe("risk-return.csv");
  expect(feed.written[0].map(({ name, values }) => [name, ...values])).toEqual([
    ["Name", "A", "C", "B", "D"],
    ["Volatility (%)", 10, 20, 20, 30],
    ["Return (%)", 3, 6, 1, 9],
  ]);
  await page.getByRole("button", { name: "Table" }).click();
  await expect
    .poll(() => cells().slice(0, 2))
    .toEqual([
      ["Name", "Volatility (%)", "Return (%)"],
      ["A", "10.0", "3.00"],
    ]);
});

it.each(["PNG", "SVG"])("saves the picture as %s", async (form) => {
  await show();
  const { blob, name } = await saved(form);
  expect(name).toBe(`risk-return.${form.toLowerCase()}`);
  const picture = await drawnOn(blob);
  expect(spotsOf("series-1", picture).length).toBeGreaterThan(40);
  if (form === "PNG") return;
  const text = await blob.text();
  for (const word of ["Risk and return", "wild winners", "least squares", ">A<"]) expect(text).toContain(word);
  expect(text).not.toMatch(/var\(|oklch|NaN/);
});

it("shows the body of a cloud of 40,000 points, not only its outline", async () => {
  const rows = 40_000;
  const positions = Float64Array.from({ length: rows }, (_, i) => i / rows);
  // Well mixed heights between 0 and 1, and one outlier.
  const heights = positions.map((_, i) => (i === 31_234 ? 3 : (i * 0.618034) % 1));
  const feed = askedFeed();
  const cloud = { title: "Cloud", exportName: "cloud", x: { label: "u", values: positions } };
  const group = [{ key: "v", label: "v", values: heights }];
  await render(
    <ChartFeedProvider feed={feed}>
      <ScatterChart {...cloud} groups={group} />
    </ChartFeedProvider>,
  );
  await expect.poll(() => spotsOf("series-1").length).toBeGreaterThan(1000);
  await painted();
  const { height } = canvases()[0];
  const spots = spotsOf("series-1");
  const top = Math.min(...spots.map((spot) => spot.y));
  expect(spots.filter((spot) => spot.y < top + height * 0.2).length).toBeLessThan(60);
  const body = spots.filter((spot) => spot.y > height * 0.75 && spot.y < height * 0.85);
  expect(body.length).toBeGreaterThan(spots.length * 0.08);
  expect(document.querySelector(".chart-reveal-points")).toBeNull();
});

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  it("axe finds nothing", async () => {
    document.documentElement.dataset.theme = theme;
    await show();
    expect(await findingsOf(theme)).toEqual([]);
  });
});
