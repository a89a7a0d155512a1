import "../../src/styles.css";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { desk } from "../../src/app/chart-desk";
import { chartDesk } from "../../src/charts/chart-desk";
import type { ChartAxis, ChartPane, PriceBars } from "../../src/charts/chart-spec";
import { TimeChart } from "../../src/charts/time-chart";
import { storage } from "../../src/client/compute";
import { Pool } from "../../src/client/pool";
import { drawings } from "../../src/state/drawings";
import { DAY, failBecause, verbatim, WORKSPACE } from "../../workers/contract";
import type { Drawing } from "../../workers/indicators/schema";
import { application, painted } from "../fixtures/charts";
import { findingsInBothThemes } from "./axe";

const ROWS = 120;
const closes = Float64Array.from({ length: ROWS }, (_, i) => 100 + 12 * Math.sin(i / 17) + i / 10);
const axis: ChartAxis = { kind: "time", values: closes.map((_, i) => i * DAY), label: "Date" };
/** Parts loaded on demand take longer. */
const PATIENTLY = { timeout: 20_000 };
let datasets = 0;
let dataset = "";

const show = (range: PriceBars["range"] = null) => {
  const price = { range, volume: null, dataset };
  const panes: ChartPane[] = [
    { key: "price", share: 1, digits: 2, series: [{ key: "close", label: "Close", kind: "line", color: "accent", values: closes, price }] },
  ];
  return render(<TimeChart title="Instrument" x={axis} panes={panes} exportName="instrument" />);
};
const button = (name: string) => page.getByRole("button", { name, exact: true });
const list = () => page.getByRole("region", { name: "Drawings" });
/** Selects a tool and chooses rows by keyboard alone. */
async function draw(tool: string, ...keys: string[]): Promise<void> {
  await button(tool).click();
  (application().element() as HTMLElement).focus();
  for (const key of keys) await userEvent.keyboard(`${key}{Enter}`);
}

beforeEach(() => {
  dataset = `drawn-${Date.now()}-${++datasets}`;
  chartDesk.set(desk);
});
afterEach(async () => {
  chartDesk.set(null);
  const none: Drawing[] = [];
  drawings.keep(dataset, none);
  // A removal still pending would meet the refusals of the next test, and its record would remain for the next file.
  await expect.poll(() => drawings.of(dataset)).not.toBe(none);
});

describe("drawing on a price", () => {
  it("measures between two rows chosen by keys, and the worker's figures are shown below", async () => {
    await show();
    await draw("Measure", "{Home}", "{End}");
    await expect.element(list().getByText("Maximum drawdown"), PATIENTLY).toBeVisible();
    const said = () => list().element().textContent ?? "";
    expect(said()).toContain("1970-01-01: 100.00 to 1970-04-30");
    expect(said()).toContain("Bars119");
    expect(said()).toContain("Days119");
    const change = closes[ROWS - 1] / closes[0] - 1;
    expect(said()).toContain(`(${(100 * change).toFixed(2)}%)`);
    expect(await findingsInBothThemes()).toEqual([]);
  });

  it("keeps a line and a note with the series; the note's text is not parsed, and every step can be undone", async () => {
    const first = await show();
    await draw("Horizontal line", "{Home}");
    await draw("Note", "{End}");
    await expect.element(page.getByLabelText("Text"), PATIENTLY).toHaveFocus();
    await userEvent.keyboard("<img src=x onerror=alert(1)> high");
    await page.getByRole("button", { name: "Keep" }).click();
    await expect.element(list().getByText("<img src=x onerror=alert(1)> high")).toBeVisible();
    expect(list().element().querySelector("img")).toBeNull();
    await first.unmount();

    await show();
    await expect.element(list().getByText("<img src=x onerror=alert(1)> high"), PATIENTLY).toBeVisible();
    await expect.element(list().getByText("100.00", { exact: true })).toBeVisible();
    // The note's text, the note itself, and the line.
    for (let step = 0; step < 3; step++) await button("Undo drawing").click();
    await expect.poll(() => list().query()).toBeNull();
  });

  it("a click draws at its height, a second point ends a trend line, and Esc deselects the tool", async () => {
    await show();
    await expect.element(application()).toBeVisible();
    await painted();
    const over = () => document.querySelector<HTMLElement>(".u-over")!;
    await button("Trend line").click();
    await userEvent.click(over(), { position: { x: 20, y: 20 } });
    await userEvent.click(over(), { position: { x: 200, y: 60 } });
    await expect.element(list().getByText("Trend line"), PATIENTLY).toBeVisible();
    expect(drawings.of(dataset)[0].from.row).toBeLessThan(drawings.of(dataset)[0].to?.row ?? 0);
    await button("Measure").click();
    (application().element() as HTMLElement).focus();
    await userEvent.keyboard("{Escape}");
    await expect.element(button("Measure")).toHaveAttribute("aria-pressed", "false");
    (application().element() as HTMLElement).focus();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(() => drawings.of(dataset).length).toBe(0);
    // Further presses in the chart never reach the workspace's undo.
    const passed: boolean[] = [];
    const hear = (event: KeyboardEvent) => event.key.toLowerCase() !== "control" && passed.push(!event.defaultPrevented);
    document.addEventListener("keydown", hear);
    await userEvent.keyboard("{Control>}zy{/Control}");
    expect(passed).toEqual([false, false]);
    // Nor do those in the toolbar, once there is nothing left to undo.
    await button("Horizontal line").click();
    await userEvent.click(over(), { position: { x: 20, y: 20 } });
    await button("Undo drawing").click();
    await expect.poll(() => drawings.of(dataset).length).toBe(0);
    passed.length = 0;
    await userEvent.keyboard("{Control>}z{/Control}");
    document.removeEventListener("keydown", hear);
    expect(passed).toEqual([false]);
  });

  it.each([
    ["Candles", /: 2\d\d\.\d\d to 1970/],
    ["Line", /: 1\d\d\.\d\d to 1970/],
  ])("keeps its anchor when drawn: %s", async (style, expected) => {
    const plus = (by: number) => closes.map((close) => close + by);
    await show({ open: plus(0), high: plus(100), low: plus(0) });
    await page.getByRole("radio", { name: style, exact: true }).click();
    await painted();
    await button("Trend line").click();
    const plot = document.querySelector(".u-over") as HTMLElement;
    // Near the top, where the highs are.
    for (const share of [0.4, 0.6]) await userEvent.click(plot, { position: { x: share * plot.clientWidth, y: 0.1 * plot.clientHeight } });
    await expect.poll(() => list().element().textContent).toMatch(expected);
  });

  it("the last one is removed where the device refuses that too, which is said until it takes it", async () => {
    const run = Pool.prototype.run.bind(storage) as typeof storage.run;
    const refusing = vi.spyOn(storage, "run");
    let saves = 0;
    refusing.mockImplementation(async (job, ...asked) =>
      job === "remove-record" || (job === "save-record" && saves++ > 0)
        ? (failBecause("storage", verbatim("refused")) as never)
        : run(job, ...asked),
    );
    drawings.keep(dataset, [{ id: "1", kind: "level", from: { row: 1, value: 100 }, to: null, text: "" }]);
    drawings.keep(dataset, []);
    await expect.poll(drawings.warning).toBe("refused");
    expect(drawings.of(dataset)).toEqual([]);
    refusing.mockRestore();
    // As when the user comes back to the tab.
    const comesBack = () => document.dispatchEvent(new Event("visibilitychange"));
    await expect.poll(() => comesBack() && drawings.warning(), PATIENTLY).toBeNull();
    expect(drawings.of(dataset)).toEqual([]);
  });

  it("nothing is stored for a series whose empty list is saved", async () => {
    const level = { id: "1", kind: "level", from: { row: 1, value: 100 }, to: null, text: "" } as const;
    const stored = async () => {
      const listed = await storage.run("list-records", { workspace: WORKSPACE, kind: "drawing", tidy: false }, { cache: false });
      return listed.ok ? listed.value.records.map(({ body }) => (body as { dataset: string }).dataset) : [];
    };
    drawings.keep(`${dataset}-empty`, []);
    drawings.keep(dataset, [level]);
    await expect.poll(stored).toContain(dataset);
    expect(await stored()).not.toContain(`${dataset}-empty`);
    drawings.keep(dataset, []);
    await expect.poll(stored).not.toContain(dataset);
  });
});
