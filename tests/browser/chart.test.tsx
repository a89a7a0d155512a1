import "../../src/styles.css";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { ChartAxis, ChartPane } from "../../src/charts/chart-spec";
import { TimeChart } from "../../src/charts/time-chart";
import { application, canvases, forgetZooms, painted, spotsOf } from "../fixtures/charts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const start = Date.UTC(2024, 0, 1);

/** 100 days of a wave around 50. */
const wave = Float64Array.from({ length: 100 }, (_, i) => 50 + 10 * Math.sin(i / 6));
const axis: ChartAxis = { kind: "time", values: Float64Array.from({ length: 100 }, (_, i) => start + i * DAY), label: "Date" };
const panes: ChartPane[] = [
  { key: "price", share: 1, unit: "USD", series: [{ key: "price", label: "Price", kind: "line", color: "accent", values: wave }] },
];

async function show(x: ChartAxis = axis, shown: ChartPane[] = panes) {
  const screen = await render(<TimeChart title="Price" x={x} panes={shown} exportName="price" />);
  await expect.element(application()).toBeVisible();
  await expect.poll(() => canvases().length).toBe(shown.length);
  await painted();
  return screen;
}

const announced = () => document.querySelector('[data-announcer="polite"]')?.textContent ?? "";

beforeEach(() => {
  forgetZooms();
  document.documentElement.dataset.theme = "light";
});

describe("drawing", () => {
  it("draws the line across the whole plot in its color", async () => {
    await show();
    const columns = new Set(spotsOf("accent").map(({ x }) => x));
    expect(columns.size).toBeGreaterThan(canvases()[0].width * 0.5);
  });

  it("breaks the line where there is no value", async () => {
    const gap = wave.map((value, i) => (i >= 30 && i < 60 ? Number.NaN : value));
    await show(axis, [{ ...panes[0], series: [{ key: "price", label: "Price", kind: "line", color: "accent", values: gap }] }]);
    const canvas = canvases()[0];
    const inGap = ({ x }: { x: number }) => x > canvas.width * 0.37 && x < canvas.width * 0.58;
    expect(spotsOf("accent").filter(inGap)).toEqual([]);
    expect(spotsOf("accent").length).toBeGreaterThan(100);
  });

  it("redraws in the other theme's colors", async () => {
    await show();
    const light = spotsOf("accent").length;
    document.documentElement.dataset.theme = "dark";
    expect(spotsOf("accent").length).toBeLessThan(light / 10);
    await expect.poll(() => spotsOf("accent").length).toBeGreaterThan(light / 2);
  });

  it("redraws when a font arrives, and never asks for all of them, which would lay out the page at once", async () => {
    const asked = vi.spyOn(document.fonts, "ready", "get");
    await show();
    expect(asked).not.toHaveBeenCalled();
    const [canvas] = canvases();
    canvas.getContext("2d")?.clearRect(0, 0, canvas.width, canvas.height);
    expect(spotsOf("accent")).toEqual([]);
    document.fonts.dispatchEvent(new Event("loadingdone"));
    await expect.poll(() => spotsOf("accent").length).toBeGreaterThan(100);
  });
});

describe("the keyboard", () => {
  it("moves the cursor and reads out the value at it", async () => {
    await show();
    for (let stops = 0; stops < 5; stops++) await userEvent.tab();
    expect(document.activeElement?.getAttribute("role")).toBe("application");
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{/Shift}{ArrowLeft}");
    await expect.poll(announced).toBe(`2024-01-11: Price ${wave[10].toFixed(2)} USD`);
    await userEvent.keyboard("{End}");
    await expect.poll(announced).toBe(`2024-04-09: Price ${wave[99].toFixed(2)} USD`);
    await userEvent.keyboard("{Home}");
    await expect.poll(announced).toBe(`2024-01-01: Price ${wave[0].toFixed(2)} USD`);
  });

  it("zooms around the cursor, pans with it, and shows all again", async () => {
    await show();
    application().element().focus();
    await userEvent.keyboard("{Home}++");
    await expect.poll(announced).toBe("Showing date 2024-01-01 to 2024-01-25");
    await userEvent.keyboard("{End}");
    await expect.poll(announced).toContain("2024-04-09: Price");
    await userEvent.keyboard("0");
    await expect.poll(announced).toBe("Showing date 2024-01-01 to 2024-04-09");
  });
});

describe("the zoom", () => {
  const zoomed = () => page.getByRole("button", { name: "Show all" });
  const zoomIn = async () => {
    application().element().focus();
    await userEvent.keyboard("{Home}++");
    await expect.element(zoomed()).toBeVisible();
  };
  const others = [{ ...panes[0], series: [{ ...panes[0].series[0], values: wave.map((value) => value + 1) }] }] as ChartPane[];
  const later = { ...axis, values: Float64Array.from({ length: 100 }, (_, i) => start + (i + 7) * DAY) };
  const stored = () => JSON.parse(localStorage.getItem("prospect.chart-views") ?? "[]") as [string, number, number][];

  it("is restored with its values, and with no others", async () => {
    const screen = await show();
    await zoomIn();
    await screen.unmount();
    for (const [x, shown] of [
      [axis, others],
      [later, panes],
    ] as const) {
      const other = await show(x, shown);
      expect(zoomed().elements()).toEqual([]);
      await other.unmount();
    }
    await show();
    await expect.element(zoomed()).toBeVisible();
    application().element().focus();
    await userEvent.keyboard("{Home}+");
    await expect.poll(announced).toBe("Showing date 2024-01-01 to 2024-01-13");
  });

  it("is saved before the page is left, as numbers that reveal nothing of the data, and dropped once everything is shown", async () => {
    const screen = await show();
    await zoomIn();
    dispatchEvent(new Event("pagehide"));
    expect(stored()).toEqual([[expect.stringMatching(/^[0-9a-z]{8,14}$/), expect.closeTo(-0.125), expect.closeTo(24.875)]]);
    await screen.unmount();
    const again = await show();
    await userEvent.click(zoomed());
    dispatchEvent(new Event("pagehide"));
    expect(stored()).toEqual([]);
    await again.unmount();
    await show();
    expect(zoomed().elements()).toEqual([]);
  });

  it("stays with other settings on the same rows, is dropped with other rows, and is restored with the first", async () => {
    const screen = await show();
    await zoomIn();
    const draw = (x: ChartAxis, shown: ChartPane[]) => screen.rerender(<TimeChart title="Price" x={x} panes={shown} exportName="price" />);
    await draw(axis, others);
    await painted();
    expect(zoomed().elements().length).toBe(1);
    // However many other charts follow, they share one entry, apart from that of the saved zoom.
    const moved = (by: number) =>
      [{ ...others[0], series: [{ ...panes[0].series[0], values: wave.map((value) => value + by) }] }] as ChartPane[];
    for (const by of [2, 3, 4]) await draw(axis, moved(by));
    await painted();
    dispatchEvent(new Event("pagehide"));
    expect(stored().length).toBe(2);
    await draw(later, panes);
    await expect.poll(() => zoomed().elements()).toEqual([]);
    await draw(axis, panes);
    await expect.element(zoomed()).toBeVisible();
  });
});

describe("the table", () => {
  it("contains the chart's rows, 25 at a time", async () => {
    await show();
    await page.getByRole("button", { name: "Table" }).click();
    const cells = () => [...document.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent));
    const rowsFrom = (from: number) =>
      Array.from({ length: 25 }, (_, i) => [new Date(start + (from + i) * DAY).toISOString().slice(0, 10), wave[from + i].toFixed(2)]);
    await expect.poll(cells).toEqual(rowsFrom(0));
    expect([...document.querySelectorAll("th")].map((head) => head.textContent)).toEqual(["Date", "Price (USD)"]);
    await page.getByRole("button", { name: "Last" }).click();
    await expect.poll(cells).toEqual(rowsFrom(75));
  });
});

describe("a price with its range and volume", () => {
  const range = { open: wave.map((value) => value - 1), high: wave.map((value) => value + 3), low: wave.map((value) => value - 3) };
  const volume = Float64Array.from({ length: 100 }, (_, i) => 1000 + i);
  const bars: ChartPane[] = [
    {
      key: "price",
      share: 1,
      series: [{ key: "price", label: "Price", kind: "line", color: "accent", values: wave, price: { range, volume } }],
    },
  ];
  const showBars = async (x = axis) => {
    const screen = await render(<TimeChart title="Price" x={x} panes={bars} exportName="price" />);
    await expect.element(application()).toBeVisible();
    await expect.poll(() => canvases().length).toBe(2);
    await painted();
    return screen;
  };

  it("is drawn as candles until another style is chosen, which is remembered", async () => {
    await showBars();
    await expect.poll(() => spotsOf("up").length).toBeGreaterThan(300);
    await page.getByRole("radio", { name: "Line", exact: true }).click();
    await expect.poll(() => spotsOf("accent").length).toBeGreaterThan(300);
    expect(spotsOf("up")).toEqual([]);
    expect(localStorage.getItem("prospect.price-chart")).toContain('"line"');
    await page.getByText("Volume", { exact: true }).first().click();
    await expect.poll(() => canvases().length).toBe(1);
    // Restored, as the choice would carry over to the next test.
    await page.getByText("Volume", { exact: true }).first().click();
    await page.getByRole("radio", { name: "Candles" }).click();
  });

  it("shows a span by its button, and by the brush's handles with the keyboard", async () => {
    await showBars();
    await page.getByRole("button", { name: "1M", exact: true }).click();
    const [first, last] = [page.getByRole("slider", { name: "First row shown" }), page.getByRole("slider", { name: "Last row shown" })];
    await expect.element(first).toHaveAttribute("aria-valuetext", "2024-03-09");
    await expect.element(last).toHaveAttribute("aria-valuetext", "2024-04-09");
    (first.element() as HTMLElement).focus();
    await userEvent.keyboard("{Home}");
    await expect.element(first).toHaveAttribute("aria-valuetext", "2024-01-01");
    await userEvent.keyboard("{PageUp}");
    await expect.element(first).toHaveAttribute("aria-valuetext", "2024-01-11");
  });

  it("has a line at each new session of intraday data, in both panes, until switched off", async () => {
    const hourly: ChartAxis = {
      ...axis,
      values: Float64Array.from({ length: 100 }, (_, row) => start + Math.floor(row / 7) * DAY + (14.5 + (row % 7)) * HOUR),
    };
    await showBars(hourly);
    // Fourteen session breaks, dotted.
    await expect.poll(() => spotsOf("line-strong").length).toBeGreaterThan(14 * 30);
    await page.getByRole("button", { name: "1D", exact: true }).click();
    await expect.element(page.getByRole("slider", { name: "First row shown" })).toHaveAttribute("aria-valuetext", "2024-01-15 14:30");
    await page.getByRole("button", { name: "5D", exact: true }).click();
    await expect.element(page.getByRole("slider", { name: "First row shown" })).toHaveAttribute("aria-valuetext", "2024-01-11 14:30");
    await page.getByText("Session breaks").click();
    await expect.poll(() => spotsOf("line-strong").length).toBe(0);
    expect(localStorage.getItem("prospect.price-chart")).toContain('"sessions":false');
    await page.getByText("Session breaks").click();
  });
});
