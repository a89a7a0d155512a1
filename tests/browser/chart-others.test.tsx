import "../../src/styles.css";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { desk } from "../../src/app/chart-desk";
import { type ChartDesk, chartDesk } from "../../src/charts/chart-desk";
import type { ChartAxis, ChartPane } from "../../src/charts/chart-spec";
import { TimeChart } from "../../src/charts/time-chart";
import { compute } from "../../src/client/compute";
import { DAY, succeed } from "../../workers/contract";
import { canvases, cells, forgetZooms, spotsOf } from "../fixtures/charts";
import { itInLongRuns } from "../fixtures/in-all";
import { findingsInBothThemes } from "./axe";

const ROWS = 300;
const times = Float64Array.from({ length: ROWS }, (_, i) => Date.UTC(2020, 0, 1) + i * DAY);
const axis: ChartAxis = { kind: "time", values: times, label: "Date" };
const closes = Float64Array.from({ length: ROWS }, (_, i) => 50 + i / 2);
/** Starts ten days later, and is a hundred times as high. */
const other = { name: "Other", values: closes.subarray(10).map((value) => 100 * value * value), times: times.subarray(10) };
const panes: ChartPane[] = [
  {
    key: "price",
    share: 1,
    digits: 2,
    series: [
      { key: "close", label: "Close", kind: "line", color: "accent", values: closes, price: { range: null, volume: null, dataset: "own" } },
    ],
  },
];
const list = [
  { hash: "own", column: null, name: "Itself" },
  { hash: "other", column: null, name: "Other" },
  { hash: "gone", column: "A", name: "Gone" },
];
const asked: (number | null)[] = [];
/** The shell's chart desk with two series that need no storage. */
const own: ChartDesk = {
  ...desk,
  listed: { subscribe: () => () => {}, read: () => list },
  async compare({ others, ...price }, signal) {
    asked.push(price.base);
    const outcome = await compute.run("compare-prices", { ...price, others: others.map(() => other) }, { signal, cache: false });
    if (!outcome.ok) return outcome;
    const failed = { ok: false, failure: { code: "bad-input", reason: "indicators/gone", params: { name: "Gone" } } } as const;
    return succeed({ ...outcome.value, others: outcome.value.others.map((one, i) => (others[i].hash === "gone" ? failed : one)) });
  },
};
const show = () => render(<TimeChart title="Instrument" x={axis} panes={panes} exportName="instrument" />);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const PATIENTLY = { timeout: 40_000 };
const drawn = () => (canvases().length > 0 ? spotsOf("series-5").length : -1);
const rowOf = (date: string) => cells().find(([first]) => first === date);

beforeEach(() => {
  forgetZooms();
  localStorage.setItem("prospect.compared-series", JSON.stringify({ rebase: true, list: [] }));
  asked.length = 0;
  chartDesk.set(own);
});
afterEach(() => chartDesk.set(null));

it("adds a loaded series, rebased to 100 where both begin, in its own values on request, and keeps it for the next chart", async () => {
  const first = await show();
  await button("Add a series").click();
  // A price is not compared with itself.
  await expect.element(page.getByRole("menuitem", { name: "Itself" })).not.toBeInTheDocument();
  await page.getByRole("menuitem", { name: "Other" }).click();
  await expect.poll(drawn, PATIENTLY).toBeGreaterThan(100);
  await button("Table").click();
  await expect.poll(() => rowOf("2020-01-11")).toEqual(["2020-01-11", "100.00", "100.00"]);
  // The tenth day precedes the other's first: 50 of 55.
  expect(rowOf("2020-01-01")).toEqual(["2020-01-01", "90.91", "—"]);
  await button("Chart").click();
  await page.getByText("Rebase to 100").click();
  await button("Table").click();
  await expect.poll(() => rowOf("2020-01-11"), PATIENTLY).toEqual(["2020-01-11", "55.00", "302,500.00"]);
  expect(await findingsInBothThemes()).toEqual([]);
  await first.unmount();

  await show();
  await expect.element(page.getByRole("checkbox", { name: "Rebase to 100" })).not.toBeChecked();
  await expect.poll(drawn, PATIENTLY).toBeGreaterThan(0);
  await button("Remove Other from the chart").click();
  await expect.poll(drawn).toBe(0);
  await expect.element(button("Add a series")).toHaveFocus();
});

itInLongRuns("is rebased to 100 in the first visible row once the view rests, by keyboard alone", async () => {
  await show();
  await expect.poll(() => canvases().length).toBe(1);
  (button("Add a series").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("menuitem", { name: "Other" })).toBeVisible();
  await userEvent.keyboard("Oth{Enter}");
  await expect.poll(drawn, PATIENTLY).toBeGreaterThan(100);
  (page.getByRole("application").element() as HTMLElement).focus();
  await userEvent.keyboard("{End}++");
  await expect.poll(() => asked[asked.length - 1] ?? 0, PATIENTLY).toBeGreaterThan(100);
  const base = asked[asked.length - 1] ?? 0;
  await button("Table").click();
  const date = new Date(times[base]).toISOString().slice(0, 10);
  await expect.poll(() => cells().some(([first]) => first === "2020-01-01")).toBe(true);
  await button("Last").click();
  await expect.poll(() => cells().length).toBeGreaterThan(1);
  // The last row's value, relative to the row at 100.
  const last = new Date(times[ROWS - 1]).toISOString().slice(0, 10);
  const expected = ((100 * closes[ROWS - 1]) / closes[base]).toFixed(2);
  await expect.poll(() => rowOf(last)?.[1], PATIENTLY).toBe(expected);
  expect(date > "2020-03-01").toBe(true);
});

it("says why a series cannot be shown, beside its name", async () => {
  await show();
  await button("Add a series").click();
  await page.getByRole("menuitem", { name: "Gone" }).click();
  await expect.element(page.getByText("Gone is no longer loaded on this device"), PATIENTLY).toBeVisible();
  await expect.element(button("Remove Gone from the chart")).toBeVisible();
});
