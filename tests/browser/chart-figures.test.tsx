import "../../src/styles.css";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { BarChart, type BarChartProps } from "../../src/charts/bar-chart";
import { ChartFeedProvider } from "../../src/charts/chart-feed-provider";
import { DonutChart } from "../../src/charts/donut-chart";
import { CorrelationMatrix, HeatMap, ReturnsCalendar } from "../../src/charts/heat-map";
import { Sparkline } from "../../src/charts/sparkline";
import { announced, application, askedFeed, cells, drawnOn, painted, saved, spotsOf, tokenBytes, writingFeed } from "../fixtures/charts";
import { findingsOf } from "./axe";

const months = ["January", "February", "March", "April"];
const strategy = { key: "s", label: "Strategy", values: Float64Array.of(2, -1, Number.NaN, 4) };
const benchmark = { key: "b", label: "Benchmark", values: Float64Array.of(1, 1, 1, -2) };
const both = [strategy, benchmark];
const bars: BarChartProps = { title: "Returns", category: "Month", categories: months, series: both, unit: "%", exportName: "returns" };
const slices = [
  { key: "bull", label: "Bull", value: 3, color: "up" as const },
  { key: "bear", label: "Bear", value: 1, color: "down" as const },
  { key: "none", label: "None", value: 0 },
];
const donut = <DonutChart title="Regimes" part="Regime" measure="Days" slices={slices} digits={0} exportName="regimes" />;
const names = ["SPX", "Gold", "WTI"];
const correlations = Float64Array.of(1, -0.2, 0.6, -0.2, 1, Number.NaN, 0.6, Number.NaN, 1);
const matrix = <CorrelationMatrix title="Correlations" names={names} values={correlations} exportName="correlations" />;
const monthly = Float64Array.from({ length: 24 }, (_, i) => (i === 23 ? Number.NaN : i - 12));
const totals = Float64Array.of(-78, 55);
const calendar = <ReturnsCalendar title="By month" years={["2023", "2024"]} values={monthly} totals={totals} exportName="calendar" />;

async function show(chart: ReactElement) {
  const feed = writingFeed();
  await render(<ChartFeedProvider feed={feed}>{chart}</ChartFeedProvider>);
  await expect.element(application()).toBeVisible();
  await expect.poll(() => drawing().querySelectorAll("path").length).toBeGreaterThan(2);
  return feed;
}

const drawing = () => document.querySelector<SVGSVGElement>(".figure-area svg")!;

/** Bounding boxes on the page of everything painted with a token. */
const boxesOf = (token: string): DOMRect[] =>
  [...drawing().querySelectorAll<SVGPathElement>(":scope > path")]
    .filter(({ style }) => style.fill.includes(`--${token})`))
    .map((path) => path.getBoundingClientRect());

const press = async (keys: string) => {
  application().element().focus();
  await userEvent.keyboard(keys);
};

function point(x: number, y: number, pointerType = "mouse") {
  const { left, top } = drawing().getBoundingClientRect();
  drawing().dispatchEvent(new PointerEvent("pointermove", { clientX: left + x, clientY: top + y, bubbles: true, pointerType }));
}

const readOut = () => document.querySelector(".figure-area .num:not(.invisible)")?.textContent ?? null;

beforeEach(() => {
  document.documentElement.dataset.theme = "light";
});

describe("bars", () => {
  it("start at zero, 4 px apart in a category, categories a tenth apart", async () => {
    await show(<BarChart {...bars} />);
    const [first, fall, last] = boxesOf("series-1");
    const others = boxesOf("series-2");
    expect(boxesOf("series-1")).toHaveLength(3);
    expect(fall.top).toBeCloseTo(first.bottom, 0);
    expect(fall.height / first.height).toBeCloseTo(0.5, 2);
    expect(last.height / first.height).toBeCloseTo(2, 2);
    expect(others[0].left - first.right).toBeCloseTo(4, 1);
    const step = others[1].left - others[0].left;
    expect((fall.left - others[0].right) / step).toBeCloseTo(0.1, 2);
  });

  it("stack, gains above zero and losses below", async () => {
    await show(<BarChart {...bars} layout="stacked" />);
    const [first, fall] = boxesOf("series-1");
    const [onTop, rise] = boxesOf("series-2");
    expect(onTop.bottom).toBeCloseTo(first.top, 1);
    expect(onTop.left).toBeCloseTo(first.left, 1);
    expect(rise.bottom).toBeCloseTo(fall.top, 1);
  });

  it("are horizontal, with their values and colored by sign", async () => {
    const gains = [strategy];
    await show(<BarChart {...bars} series={gains} direction="sideways" bySign />);
    const [rise, high] = boxesOf("up");
    const [fall] = boxesOf("down");
    expect(high.width / rise.width).toBeCloseTo(2, 2);
    expect(fall.right).toBeCloseTo(rise.left, 0);
    const texts = [...drawing().querySelectorAll("text")].map(({ textContent }) => textContent);
    for (const text of [...months, "2.00", "−1.00", "4.00"]) expect(texts).toContain(text);
  });

  it("can be read by keys and pointer, and are announced", async () => {
    await show(<BarChart {...bars} />);
    await press("{ArrowRight}{ArrowRight}{ArrowRight}");
    await expect.poll(announced).toBe("March: Strategy —, Benchmark 1.00%");
    await press("{End}");
    await expect.poll(announced).toBe("April: Strategy 4.00%, Benchmark −2.00%");
    await press("{Home}");
    await expect.poll(readOut).toContain("January");
    point(drawing().clientWidth - 40, 60);
    await expect.poll(readOut).toContain("April");
    drawing().dispatchEvent(new PointerEvent("pointerout", { bubbles: true, relatedTarget: document.body }));
    await expect.poll(readOut).toBeNull();
  });

  it("leave vertical swipes to the page", async () => {
    await show(<BarChart {...bars} />);
    expect(getComputedStyle(application().element()).touchAction).toBe("pan-y pinch-zoom");
    point(60, 60, "touch");
    await expect.poll(readOut).toContain("January");
  });

  it("are listed and saved", async () => {
    const feed = await show(<BarChart {...bars} />);
    expect((await saved("CSV")).name).toBe("returns.csv");
    expect(feed.written[0]).toEqual([
      { name: "Month", values: months },
      { name: "Strategy (%)", values: strategy.values },
      { name: "Benchmark (%)", values: benchmark.values },
    ]);
    await page.getByRole("button", { name: "Table" }).click();
    await expect.poll(cells).toEqual([
      ["Month", "Strategy (%)", "Benchmark (%)"],
      ["January", "2.00", "1.00"],
      ["February", "−1.00", "1.00"],
      ["March", "—", "1.00"],
      ["April", "4.00", "−2.00"],
    ]);
  });

  it("say what to do when there are none", async () => {
    await render(<BarChart {...bars} categories={[]} empty="Run a backtest." />);
    await expect.element(page.getByText("Run a backtest.")).toBeVisible();
  });
});

describe("a donut", () => {
  it("gives each part its share of the ring, and names it", async () => {
    await show(donut);
    const texts = [...drawing().querySelectorAll("text")].map(({ textContent }) => textContent);
    for (const text of ["75.0%", "Bull", "Bear", "None", "25.0%", "0.0%"]) expect(texts).toContain(text);
    // Clockwise from the top, so the last quarter, at the upper left, is the bear's.
    const ring = 100;
    point(ring - 60, ring - 60);
    await expect.poll(readOut).toBe("Bear 1share 25.0%");
    point(ring + 60, ring - 60);
    await expect.poll(readOut).toBe("Bull 3share 75.0%");
    await press("{End}");
    await expect.poll(announced).toBe("None: 0, share 0.0%");
  });

  it("has nothing to draw without a value above zero", async () => {
    const nothing = [{ key: "a", label: "A", value: 0 }];
    await render(<DonutChart title="Allocation" part="Asset" measure="Weight" slices={nothing} exportName="a" empty="Add an asset." />);
    await expect.element(page.getByText("Add an asset.")).toBeVisible();
  });
});

describe("a heat map", () => {
  it("colors by sign and magnitude, and leaves missing values plain", async () => {
    await show(matrix);
    const densities = (token: string) =>
      [...drawing().querySelectorAll<SVGPathElement>(":scope > path")]
        .map(({ style }) => style.fill)
        .filter((fill) => fill.includes(`--${token})`))
        .map((fill) => Math.round(Number(/([\d.]+)%/.exec(fill)?.[1] ?? 100)));
    expect(densities("series-1").toSorted((a, b) => b - a)).toEqual([44, 44, 44, 28, 28]);
    expect(densities("series-2")).toEqual([12, 12]);
    expect(densities("raised")).toHaveLength(2);
  });

  it("can be walked in both directions, including totals", async () => {
    await show(calendar);
    await press("{ArrowDown}{ArrowDown}{ArrowRight}");
    await expect.poll(announced).toBe("2024, Feb: 1.0%, Year 55.0%");
    await press("{End}");
    await expect.poll(announced).toBe("2024, Dec: —, Year 55.0%");
    await press("{ArrowUp}{Home}");
    await expect.poll(announced).toBe("2023, Jan: −12.0%, Year −78.0%");
    const { right, top } = drawing().getBoundingClientRect();
    const cell = boxesOf("up").at(-1)!;
    point(cell.left + 3 - drawing().getBoundingClientRect().left, cell.top + 3 - top);
    await expect.poll(readOut).toContain("2024, Nov");
    expect(cell.right).toBeLessThan(right);
  });

  it("is listed and saved by row", async () => {
    const feed = await show(calendar);
    await saved("CSV");
    expect(feed.written[0].map(({ name }) => name).slice(0, 3)).toEqual(["Year", "Jan (%)", "Feb (%)"]);
    expect(feed.written[0][1].values).toEqual(Float64Array.of(-12, 0));
    await page.getByRole("button", { name: "Table" }).click();
    await expect.poll(() => cells()[2]?.slice(0, 3)).toEqual(["2024", "0.0", "1.0"]);
    expect(cells()[1].at(-1)).toBe("−78.0");
  });
});

describe("a heat map of 1,600 cells", () => {
  const ticks = Array.from({ length: 40 }, (_, i) => String(i));
  const values = Float64Array.from({ length: 1600 }, (_, cell) => (cell === 41 ? Number.NaN : cell - 800));
  const map = (
    <HeatMap
      title="Sweep"
      row="Slow"
      column="Fast"
      measure="Sharpe"
      rows={ticks}
      columns={ticks}
      values={values}
      tone="signed"
      digits={0}
      exportName="sweep"
    />
  );
  const pixel = (row: number, column: number): number[] => {
    const canvas = document.querySelector<HTMLCanvasElement>(".figure-cells canvas")!;
    return [...canvas.getContext("2d")!.getImageData(column, row, 1, 1).data];
  };

  it("is a canvas of a pixel per cell in the theme's colors, and no element per cell", async () => {
    await show(map);
    const canvas = document.querySelector<HTMLCanvasElement>(".figure-cells canvas")!;
    expect([canvas.width, canvas.height]).toEqual([40, 40]);
    expect(drawing().querySelectorAll("*").length).toBeLessThan(150);
    const [worst, good] = [pixel(0, 0), pixel(39, 39)];
    // A canvas stores premultiplied colors in 8 bits, so there are rounding errors.
    expect(Math.max(...worst.slice(0, 3).map((part, k) => Math.abs(part - tokenBytes("series-2")[k])))).toBeLessThanOrEqual(2);
    expect(Math.max(...good.slice(0, 3).map((part, k) => Math.abs(part - tokenBytes("series-1")[k])))).toBeLessThanOrEqual(2);
    expect(worst[3]).toBeGreaterThan(pixel(10, 0)[3]);
    expect(pixel(10, 0)[3]).toBeGreaterThan(pixel(19, 39)[3]);
    // Missing values are plain.
    expect(pixel(1, 1).slice(0, 3)).toEqual(tokenBytes("raised").slice(0, 3));
    document.documentElement.dataset.theme = "dark";
    await expect.poll(() => pixel(0, 0)).not.toEqual(worst);
  });

  it("is walked cell by cell, listed one cell per row and saved as a table", async () => {
    const feed = await show(map);
    await press("{ArrowRight}{ArrowDown}");
    await expect.poll(announced).toBe("1, 0: −760");
    await saved("CSV");
    expect(feed.written[0]).toHaveLength(41);
    await page.getByRole("button", { name: "Table" }).click();
    await expect.poll(() => cells()[0]).toEqual(["Slow", "Fast", "Sharpe"]);
    expect(cells()[2]).toEqual(["0", "1", "−799"]);
    await expect.element(page.getByText("1–25 of 1,600")).toBeVisible();
  });

  it.each(["PNG", "SVG"])("is saved as %s with its cells", async (form) => {
    await show(map);
    const { blob } = await saved(form);
    const picture = await drawnOn(blob);
    const scale = form === "PNG" ? 2 : 1;
    // The most saturated cells of one sign, over the surface.
    expect(spotsOf("series-1", picture).length).toBeGreaterThan(10 * scale);
    if (form === "SVG") expect((await blob.text()).match(/<path/g)?.length).toBeLessThan(200);
  });
});

describe.each([
  ["bars", <BarChart key="bars" {...bars} />, "series-1"],
  ["donut", donut, "up"],
  ["matrix", matrix, "text"],
  ["calendar", calendar, "text"],
])("the picture of %s", (_, chart, token) => {
  it.each(["PNG", "SVG"])("is saved as %s, with what the screen shows", async (form) => {
    await show(chart);
    const { blob, name } = await saved(form);
    expect(name).toMatch(form === "PNG" ? /\.png$/ : /\.svg$/);
    const picture = await drawnOn(blob);
    const scale = form === "PNG" ? 2 : 1;
    expect(picture.width).toBe(scale * (drawing().clientWidth + 32));
    expect(spotsOf(token, picture).length).toBeGreaterThan(100 * scale);
    if (form === "SVG") expect(await blob.text()).not.toMatch(/var\(|oklch|NaN|undefined/);
  });
});

describe("a sparkline", () => {
  it("describes what it shows, and opens the chart", async () => {
    const values = Float64Array.of(1, 3, 2, 5, 4);
    await render(<Sparkline label="Volatility" values={values} unit="%" exportName="volatility" />);
    const button = page.getByRole("button", { name: /^Volatility: 5 values, from 1.00% to 4.00%, lowest 1.00%, highest 5.00%/ });
    await expect.element(button).toBeVisible();
    await button.click();
    await expect.element(page.getByRole("dialog").getByRole("application")).toBeVisible();
    await expect.element(page.getByRole("dialog").getByRole("button", { name: "SVG" })).toBeVisible();
  });

  it("reads a long series through the feed, and keeps its spike", async () => {
    const feed = askedFeed();
    const values = Float64Array.from({ length: 50_000 }, (_, i) => (i === 31_111 ? 9 : i % 2));
    await render(
      <ChartFeedProvider feed={feed}>
        <Sparkline label="Long" values={values} digits={0} />
      </ChartFeedProvider>,
    );
    await expect.element(page.getByRole("img", { name: "Long: 50,000 values, from 0 to 1, lowest 0, highest 9" })).toBeVisible();
    expect(feed.asked).toHaveLength(1);
  });
});

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  it("axe finds nothing in drawing or table", async () => {
    document.documentElement.dataset.theme = theme;
    await render(
      <div>
        <BarChart {...bars} />
        {donut}
        {matrix}
        {calendar}
        <Sparkline label="Line" values={strategy.values} exportName="line" />
      </div>,
    );
    await expect.poll(() => document.querySelectorAll(".figure-area svg").length).toBe(4);
    await painted();
    expect(await findingsOf(theme)).toEqual([]);
    for (const button of page.getByRole("button", { name: "Table" }).elements()) (button as HTMLElement).click();
    await expect.poll(() => document.querySelectorAll("table").length).toBe(4);
    expect(await findingsOf(theme)).toEqual([]);
  });
});
