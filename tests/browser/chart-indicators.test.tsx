import "../../src/styles.css";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { desk } from "../../src/app/chart-desk";
import { chartDesk } from "../../src/charts/chart-desk";
import type { ChartAxis, ChartPane, PriceBars } from "../../src/charts/chart-spec";
import { TimeChart } from "../../src/charts/time-chart";
import { toastQueue } from "../../src/ui/toast-queue";
import { canvases, spotsOf } from "../fixtures/charts";
import { findingsInBothThemes } from "./axe";

const ROWS = 300;
const axis: ChartAxis = { kind: "index", values: null, label: "Day" };
const closes = Float64Array.from({ length: ROWS }, (_, i) => 100 + 12 * Math.sin(i / 17) + i / 10);
const range = { open: closes, high: closes.map((value) => value + 1), low: closes.map((value) => value - 1) };

const panesOf = (price: PriceBars): ChartPane[] => [
  { key: "price", share: 1, digits: 2, series: [{ key: "close", label: "Close", kind: "line", color: "accent", values: closes, price }] },
];
const show = (price: PriceBars = { range, volume: closes }) =>
  render(<TimeChart title="Instrument" x={axis} panes={panesOf(price)} exportName="instrument" />);

/** Kernels and job are loaded with the first indicator. */
const PATIENTLY = { timeout: 40_000 };
const amber = () => (canvases().length > 0 ? spotsOf("series-2").length : -1);
const button = (name: string) => page.getByRole("button", { name, exact: true });
/** Adds an indicator from the menu by name. */
async function add(name: string): Promise<void> {
  await button("Indicators").click();
  await page.getByRole("menuitem", { name }).click();
}

beforeEach(() => {
  localStorage.removeItem("prospect.indicators");
  chartDesk.set(desk);
});
afterEach(() => chartDesk.set(null));

describe("indicators added to a price", () => {
  it("an average is drawn on the price, changed through its name, kept for the next chart, and removed", async () => {
    const first = await show();
    await add("Simple moving average (SMA)");
    await expect.element(button("SMA 20: settings")).toBeVisible();
    await expect.poll(amber, PATIENTLY).toBeGreaterThan(100);
    await button("SMA 20: settings").click();
    await page.getByLabelText("Period").fill("50");
    await userEvent.keyboard("{Enter}");
    await page.getByRole("button", { name: "Done" }).click();
    await expect.element(button("SMA 50: settings")).toBeVisible();
    await button("Table").click();
    await expect.element(page.getByRole("columnheader", { name: "SMA 50" })).toBeVisible();
    await first.unmount();

    await show();
    await expect.element(button("SMA 50: settings")).toBeVisible();
    await expect.poll(amber, PATIENTLY).toBeGreaterThan(100);
    await button("Remove SMA 50").click();
    await expect.poll(amber, PATIENTLY).toBe(0);
    await expect.element(button("Indicators")).toHaveFocus();
  });

  it("and the scale are kept until the tab is closed if storage refuses them, which is said once", async () => {
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const said = () => toastQueue.visibleToasts.map(({ content }) => content.message).filter((text) => /local storage is full/.test(text));
    await show();
    await page.getByRole("radio", { name: "Log", exact: true }).click();
    await expect.poll(said).toEqual([expect.stringMatching(/Chart settings, indicators and compared series are kept only until/)]);
    await add("Simple moving average (SMA)");
    await add("Exponential moving average (EMA)");
    await expect.element(button("EMA 20: settings")).toBeVisible();
    expect(said()).toHaveLength(1);
    full.mockRestore();
    await button("Remove EMA 20").click();
    await expect.poll(() => localStorage.getItem("prospect.indicators")).toContain("sma");
  });

  it("an oscillator has a separate pane, by keyboard alone", async () => {
    await show({ range: null, volume: null });
    await expect.poll(() => canvases().length).toBe(1);
    (button("Indicators").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("menuitem", { name: "Relative strength index (RSI)" })).toBeVisible();
    await userEvent.keyboard("Rel{Enter}");
    await expect.poll(() => canvases().length, PATIENTLY).toBe(2);
    await expect.element(button("RSI 14: settings")).toBeVisible();
    expect(await findingsInBothThemes()).toEqual([]);
  });

  it("regimes are colors behind the price, and GARCH volatility a pane below it", async () => {
    await show({ range: null, volume: null });
    await add("Market regimes");
    await expect.element(page.getByText("Bear", { exact: true }).first(), PATIENTLY).toBeVisible();
    await add("GARCH volatility");
    await expect.poll(() => canvases().length, PATIENTLY).toBe(2);
    await button("Regimes: settings").click();
    await expect.element(page.getByText(/Bull or Bear: the more likely of two Markov regimes/)).toBeVisible();
    expect(page.getByRole("dialog").getByRole("button", { name: /Color/ }).query()).toBeNull();
  });

  it("are not offered without a way to compute them", async () => {
    chartDesk.set(null);
    await show();
    await expect.element(page.getByRole("application")).toBeVisible();
    expect(button("Indicators").query()).toBeNull();
  });
});
