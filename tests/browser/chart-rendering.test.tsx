import { useLayoutEffect, useRef } from "react";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { desk } from "../../src/app/chart-desk";
import { UnreadMark } from "../../src/app/unread-mark.tsx";
import { BarChart, type BarSeries } from "../../src/charts/bar-chart";
import { chartDesk } from "../../src/charts/chart-desk";
import type { ChartAxis, ChartPane, ValueSeries } from "../../src/charts/chart-spec";
import { TimeChart } from "../../src/charts/time-chart";
import { updates } from "../../src/client/update";

const MONTHS = ["January", "February"];
const BARS: readonly BarSeries[] = [{ key: "a", label: "A", color: "accent", values: Float64Array.of(1, 2) }];
const values = Float64Array.of(1, 2, 3, 4);
const axis: ChartAxis = { kind: "time", values: values.map((day) => day * 86_400_000), label: "Date" };
const price: ValueSeries = {
  key: "close",
  label: "Close",
  kind: "line",
  color: "accent",
  values,
  price: { range: null, volume: null, dataset: "first-drawn" },
};
const panes: ChartPane[] = [{ key: "price", share: 1, digits: 2, series: [price] }];

it("a figure has its height from its first frame on", async () => {
  const heights: number[] = [];
  const Watched = () => {
    const place = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
      let frame = 0;
      const look = () => {
        if (place.current?.querySelector("[role=application]")) heights.push(place.current.offsetHeight);
        frame = requestAnimationFrame(look);
      };
      look();
      return () => cancelAnimationFrame(frame);
    }, []);
    return (
      <div ref={place}>
        <BarChart title="Bars" category="Month" categories={MONTHS} series={BARS} exportName="bars" />
      </div>
    );
  };
  await render(<Watched />);
  await expect.poll(() => heights.length, { timeout: 20_000 }).toBeGreaterThan(5);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(20);
});

it("the first price drawn loads its drawings, and changes nothing else on the page while it renders", async () => {
  const said = vi.spyOn(console, "error");
  const told = vi.fn();
  updates.subscribe(told);
  chartDesk.set(desk);
  await render(
    <>
      <UnreadMark />
      <TimeChart title="Instrument" x={axis} panes={panes} exportName="instrument" />
    </>,
  );
  await expect.element(page.getByRole("button", { name: "Trend line", exact: true }), { timeout: 20_000 }).toBeVisible();
  // An app update waits for the job that reads them, so the update mark is notified.
  await expect.poll(() => told.mock.calls.length).toBeGreaterThan(0);
  expect(said.mock.calls.map(([words]) => String(words)).filter((words) => words.includes("Cannot update a component"))).toEqual([]);
});
