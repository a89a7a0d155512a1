import "../../src/styles.css";
import axe from "axe-core";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { ChartAxis, ChartPane } from "../../src/charts/chart-spec";
import { TimeChart } from "../../src/charts/time-chart";
import { application, canvases, painted, spotsOf, tokenBytes } from "../fixtures/charts";

const index: ChartAxis = { kind: "index", values: null, label: "Observation" };
const history = Float64Array.from({ length: 80 }, (_, i) => 1 + Math.sin(i / 9) / 4);
const ahead = new Float64Array(20).fill(1.2);
const fan: ChartPane[] = [
  {
    key: "volatility",
    share: 1,
    unit: "%",
    series: [
      { key: "sigma", label: "σ fitted", short: "σ", kind: "line", color: "accent", values: history },
      { key: "mean", label: "forecast", kind: "line", color: "warn", start: 80, values: ahead },
      { key: "95", label: "95%", kind: "band", color: "warn", start: 80, lower: ahead.map(() => 0.5), upper: ahead.map(() => 1.9) },
      { key: "size", label: "|return|", kind: "bars", color: "line-strong", values: history.map((_, i) => 5 * (i % 3)), fitsAxis: false },
    ],
  },
];
const now = { lines: [{ at: 79.5, label: "now" }] };

async function show(panes: ChartPane[], x: ChartAxis = index) {
  await render(<TimeChart title="Volatility" x={x} panes={panes} markers={now} exportName="volatility" />);
  await expect.element(application()).toBeVisible();
  await painted();
}

describe("a forecast fan", () => {
  it("starts where the history ends, and its band is filled", async () => {
    await show(fan);
    const canvas = canvases()[0];
    const right = canvas.width * 0.95;
    const spots = () => spotsOf("warn").filter(({ x }) => Math.abs(x - right) < 2);
    // On a busy machine, the first frame may be empty.
    await expect.poll(() => spots().length).toBeGreaterThan(0);
    const forecast = spots();
    expect(Math.max(...spotsOf("accent").map(({ x }) => x))).toBeLessThan(canvas.width * 0.83);
    // Just above the forecast is the band: the line's color with low opacity.
    const [red, green, blue, alpha] = canvas.getContext("2d")!.getImageData(right, forecast[0].y - 12, 1, 1).data;
    const [warmRed, warmGreen, warmBlue] = tokenBytes("warn");
    expect(alpha).toBeGreaterThan(40);
    expect(alpha).toBeLessThan(62);
    expect(Math.abs(red - warmRed) + Math.abs(green - warmGreen) + Math.abs(blue - warmBlue)).toBeLessThan(20);
  });

  it("lists lower and upper edge in the table, and nothing where there is no forecast", async () => {
    await show(fan);
    await page.getByRole("button", { name: "Table" }).click();
    const heads = () => [...document.querySelectorAll("th")].map((head) => head.textContent);
    await expect.poll(heads).toEqual(["Observation", "σ fitted (%)", "forecast (%)", "95%, lower (%)", "95%, upper (%)", "|return| (%)"]);
    const row = (selector: string) => [...document.querySelectorAll(`tbody tr${selector} td`)].map((cell) => cell.textContent);
    expect(row(":first-child")).toEqual(["1", "1.00", "—", "—", "—", "0.00"]);
    await page.getByRole("button", { name: "Last" }).click();
    await expect.poll(() => row(":last-child")).toEqual(["100", "—", "1.20", "0.50", "1.90", "—"]);
  });

  it("reads out the band's lower and upper edge", async () => {
    await show(fan);
    application().element().focus();
    await userEvent.keyboard("{End}");
    const announced = () => document.querySelector('[data-announcer="polite"]')?.textContent;
    await expect.poll(announced).toBe("100: forecast 1.20%, 95% 0.50 to 1.90%");
  });
});

it("places points at their measured position", async () => {
  const values = Float64Array.of(-2, -1, 0, 1, 8);
  const points: ChartPane[] = [{ key: "q", share: 1, series: [{ key: "q", label: "residuals", kind: "points", color: "accent", values }] }];
  await show(points, { kind: "number", values, label: "Quantile" });
  const columns = [...new Set(spotsOf("accent").map(({ x }) => x))].sort((a, b) => a - b);
  const clusters = columns.filter((x, i) => i === 0 || x - columns[i - 1] > 4);
  expect(clusters).toHaveLength(5);
  expect((clusters[4] - clusters[3]) / (clusters[1] - clusters[0])).toBeCloseTo(7, 0);
});

it("draws a series added to a visible chart, and the rest when one is removed", async () => {
  const x: ChartAxis = { kind: "index", values: null, label: "Row" };
  const values = Float64Array.from({ length: 60 }, (_, i) => Math.sin(i / 5));
  const line = { key: "fit", label: "Fit", kind: "line", color: "accent", values } as const;
  const other = { ...line, key: "more", label: "More", color: "warn", values: values.map((value) => -value) } as const;
  const panesOf = (...series: ChartPane["series"]): ChartPane[] => [{ key: "pane", share: 1, series }];
  const screen = await render(<TimeChart title="Joined" x={x} panes={panesOf(line)} exportName="joined" />);
  await expect.poll(() => canvases().length && spotsOf("accent").length).toBeGreaterThan(50);
  await screen.rerender(<TimeChart title="Joined" x={x} panes={panesOf(line, other)} exportName="joined" />);
  await expect.poll(() => canvases().length && spotsOf("warn").length).toBeGreaterThan(50);
  await screen.rerender(<TimeChart title="Joined" x={x} panes={panesOf(other)} exportName="joined" />);
  await expect.poll(() => canvases().length && spotsOf("warn").length).toBeGreaterThan(50);
  expect(spotsOf("accent")).toEqual([]);
});

it("two panes share the cursor", async () => {
  const rsi: ChartPane = {
    key: "rsi",
    share: 1,
    range: [0, 100],
    guides: [{ y: 70, label: "70" }],
    series: [{ key: "rsi", label: "RSI", kind: "line", color: "muted", values: history.map((value) => value * 40) }],
  };
  await show([{ ...fan[0], series: [fan[0].series[0]] }, rsi]);
  application().element().focus();
  await userEvent.keyboard("{Home}{ArrowRight}");
  await painted();
  const hairs = [...document.querySelectorAll<HTMLElement>(".chart-hair")].map(({ hidden, style }) => [hidden, style.transform]);
  expect(hairs).toHaveLength(2);
  expect(hairs[0]).toEqual(hairs[1]);
  expect(hairs[0][0]).toBe(false);
});

it("saves the picture at twice the size", async () => {
  await show(fan);
  const saved = vi.spyOn(URL, "createObjectURL");
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  await page.getByRole("button", { name: "PNG" }).click();
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  const picture = saved.mock.calls[0][0] as Blob;
  expect(picture.type).toBe("image/png");
  const bitmap = await createImageBitmap(picture);
  expect(bitmap.width).toBeGreaterThan(1.9 * application().element().getBoundingClientRect().width);
  const canvas = document.createElement("canvas");
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext("2d")!.drawImage(bitmap, 0, 0);
  expect(spotsOf("accent", canvas).length).toBeGreaterThan(2 * spotsOf("accent").length);
  expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe("volatility.png");
  vi.restoreAllMocks();
});

describe("states", () => {
  it("says what to do when empty, and what is happening while waiting", async () => {
    const screen = await render(<TimeChart title="Empty" x={index} panes={[]} exportName="e" empty="Load a series." />);
    await expect.element(screen.getByText("Load a series.")).toBeVisible();
    await screen.rerender(<TimeChart title="Empty" x={index} panes={[]} exportName="e" loading="Fitting…" />);
    await expect.element(screen.getByRole("status")).toHaveTextContent("Fitting…");
  });
});

describe.each(["light", "dark"])("in the %s theme", (theme) => {
  it("axe finds nothing, on the chart and on the table", async () => {
    document.documentElement.dataset.theme = theme;
    await show(fan);
    application().element().focus();
    await userEvent.keyboard("{End}");
    await painted();
    const violations = async () =>
      (await axe.run(document.body, { runOnly: ["wcag2a", "wcag2aa", "wcag22aa"] })).violations.map(({ id, nodes }) => [id, nodes[0].html]);
    expect(await violations()).toEqual([]);
    await page.getByRole("button", { name: "Table" }).click();
    await expect.element(page.getByRole("table")).toBeVisible();
    expect(await violations()).toEqual([]);
  });
});
