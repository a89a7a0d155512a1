import "../../src/styles.css";
import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ChartFeedProvider } from "../../src/charts/chart-feed-provider";
import type { ChartAxis, ChartPane } from "../../src/charts/chart-spec";
import type { ChartColumns } from "../../src/charts/feed";
import { TimeChart } from "../../src/charts/time-chart";
import { type AskedFeed, application, askedFeed, canvases, forgetZooms, painted, spotsOf } from "../fixtures/charts";

const ROWS = 100_000;
const axis: ChartAxis = { kind: "index", values: null, label: "Observation" };
/** Flat except for a single spike, which simple decimation would lose. */
const spiked = Float64Array.from({ length: ROWS }, (_, i) => (i === 61_803 ? 9 : i % 2));

const lines = (values: Float64Array): ChartPane[] => [
  { key: "value", share: 1, series: [{ key: "value", label: "Value", kind: "line", color: "accent", values }] },
];
const panes = lines(spiked);

beforeEach(forgetZooms);

function Chart({ feed, shown = panes }: { feed: AskedFeed; shown?: ChartPane[] }) {
  return (
    <ChartFeedProvider feed={feed}>
      <TimeChart title="Long" x={axis} panes={shown} exportName="long" />
    </ChartFeedProvider>
  );
}

async function show(feed: AskedFeed) {
  const screen = await render(<Chart feed={feed} />);
  await expect.element(application()).toBeVisible();
  await expect.poll(() => application().element().getAttribute("aria-busy")).toBe("false");
  await painted();
  return screen;
}

const last = (feed: AskedFeed) => feed.asked[feed.asked.length - 1];

it("requests all rows once at the plot's width, and draws a single spike among 100,000 rows", async () => {
  const feed = askedFeed();
  await show(feed);
  const { from, to, pixels } = last(feed);
  expect([from, to]).toEqual([0, ROWS]);
  expect(pixels).toBeGreaterThan(400);
  const highest = Math.min(...spotsOf("accent").map(({ y }) => y));
  const spike = spotsOf("accent").filter(({ y }) => y < highest + 20);
  const across = (Math.max(...spike.map(({ x }) => x)) - canvases()[0].width + pixels) / pixels;
  expect(Math.max(...spike.map(({ x }) => x)) - Math.min(...spike.map(({ x }) => x))).toBeLessThan(4);
  expect(across).toBeCloseTo(61_803 / ROWS, 1);
});

it("requests the zoomed range, and nothing where few rows are left", async () => {
  const feed = askedFeed();
  await show(feed);
  const element = application().element();
  element.focus();
  await userEvent.keyboard("{Home}+");
  await expect.poll(() => last(feed).to).toBeLessThan(ROWS * 0.51);
  expect(last(feed).from).toBe(0);
  expect(last(feed).to).toBeGreaterThan(ROWS * 0.49);
  await userEvent.keyboard("++++++++");
  await painted();
  const asked = feed.asked.length;
  await userEvent.keyboard("+");
  await painted();
  expect(feed.asked.length).toBe(asked);
});

it("zooms to the dragged range, and shows everything on double click", async () => {
  const feed = askedFeed();
  await show(feed);
  const target = document.querySelector<HTMLElement>(".u-over")!;
  const { width } = target.getBoundingClientRect();
  const at = (share: number) => ({ x: Math.round(width * share), y: 40 });
  await userEvent.dragAndDrop(target, target, { sourcePosition: at(0.25), targetPosition: at(0.5) });
  await expect.poll(() => last(feed).to / ROWS).toBeCloseTo(0.5, 2);
  expect(last(feed).from / ROWS).toBeCloseTo(0.25, 2);
  await expect.element(page.getByRole("button", { name: "Show all" })).toBeVisible();
  await userEvent.dblClick(target);
  await expect.poll(() => [last(feed).from, last(feed).to]).toEqual([0, ROWS]);
  expect(page.getByRole("button", { name: "Show all" }).elements()).toEqual([]);
});

it("lets the wheel scroll the page until the chart has the focus", async () => {
  const feed = askedFeed();
  await show(feed);
  const target = document.querySelector<HTMLElement>(".u-over")!;
  const { left, top, width } = target.getBoundingClientRect();
  const wheel = () => {
    const event = new WheelEvent("wheel", { deltaY: -400, clientX: left + width / 2, clientY: top + 20, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(wheel()).toBe(false);
  application().element().focus();
  expect(wheel()).toBe(true);
  await expect.poll(() => last(feed).from).toBeGreaterThan(ROWS * 0.2);
  expect(last(feed).to).toBeLessThan(ROWS * 0.8);
});

it("zooms with two fingers and reads with one", async () => {
  const feed = askedFeed();
  await show(feed);
  const target = document.querySelector<HTMLElement>(".u-over")!;
  const { left, top, width } = target.getBoundingClientRect();
  const finger = (type: string, pointerId: number, share: number) =>
    target.dispatchEvent(
      new PointerEvent(type, { pointerId, pointerType: "touch", clientX: left + width * share, clientY: top + 20, bubbles: true }),
    );
  finger("pointerdown", 11, 0.4);
  await expect.element(page.getByText("40,001", { exact: true }).first()).toBeVisible();
  finger("pointerdown", 12, 0.6);
  finger("pointermove", 11, 0.1);
  finger("pointermove", 12, 0.9);
  finger("pointerup", 11, 0.1);
  finger("pointerup", 12, 0.9);
  await expect.poll(() => last(feed).to - last(feed).from).toBeLessThan(ROWS * 0.3);
  expect((last(feed).from + last(feed).to) / 2 / ROWS).toBeCloseTo(0.5, 1);
  expect(getComputedStyle(application().element()).touchAction).toBe("pan-y");
});

it("drops answers about columns that were replaced, and closes their reader", async () => {
  const feed = askedFeed();
  const screen = await show(feed);
  const opened = feed.opened;
  const closed = feed.closed;
  await screen.rerender(<Chart feed={feed} shown={lines(spiked.map((value) => 5 - value))} />);
  await expect.poll(() => feed.opened).toBe(opened + 1);
  expect(feed.closed).toBe(closed + 1);
  await painted();
  // The spike now points down.
  const spots = spotsOf("accent");
  const lowest = Math.max(...spots.map(({ y }) => y));
  expect(spots.filter(({ y }) => y > lowest - 20).length).toBeLessThan(100);
});

it("says when the rows cannot be read, and tries again on request", async () => {
  const feed = askedFeed();
  feed.answer = "failure";
  const complaint = vi.spyOn(console, "error").mockImplementation(() => {});
  const screen = await render(<Chart feed={feed} />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("The chart could not be loaded.");
  const again = page.getByRole("button", { name: "Try again" });
  const button = again.element();
  // A new width triggers another request; the button stays in place, as a press on it would otherwise miss.
  const asked = feed.asked.length;
  screen.container.style.width = "500px";
  await expect.poll(() => feed.asked.length).toBeGreaterThan(asked);
  await painted();
  expect(button.isConnected).toBe(true);
  complaint.mockRestore();
  // Succeeds only from the press on: an earlier success after a resize would remove the button before it is pressed.
  button.addEventListener("click", () => Object.assign(feed, { answer: "samples" }), { capture: true });
  await again.click();
  await expect.poll(() => spotsOf("accent").length).toBeGreaterThan(100);
  expect(page.getByRole("alert").elements()).toEqual([]);
});

it("draws a very noisy line as its median within quantiles, and its rows once they can be told apart", async () => {
  const leaping = Float64Array.from({ length: ROWS }, (_, i) => (i * 7919) % 2);
  const shown: ChartPane[] = [
    { key: "p", share: 1, range: [0, 1], series: [{ key: "p", label: "P", kind: "line", spread: true, color: "accent", values: leaping }] },
  ];
  const asked: ChartColumns[] = [];
  const open = (columns: ChartColumns) => {
    asked.push(columns);
    const read = async (from: number, to: number) => {
      const x = Float64Array.from({ length: 50 }, (_, bar) => from + ((bar + 0.5) * (to - from)) / 50);
      return { from, to, x, series: [0.1, 0.3, 0.5, 0.7, 0.9].map((at) => x.map(() => at)) };
    };
    return { length: ROWS, read, close: () => {} };
  };
  await render(
    <ChartFeedProvider feed={{ open }}>
      <TimeChart title="Long" x={axis} panes={shown} exportName="long" />
    </ChartFeedProvider>,
  );
  await expect.poll(() => application().element().getAttribute("aria-busy")).toBe("false");
  await painted();
  expect(asked.map(({ reduce }) => reduce)).toEqual([["q05", "q25", "q50", "q75", "q95"]]);
  const canvas = canvases()[0];
  const opacity = (value: number): number => {
    const height = canvas.height - 24 * devicePixelRatio;
    return canvas.getContext("2d")!.getImageData(canvas.width / 2, 5 + (height - 5) * (1 - value), 1, 1).data[3];
  };
  // Away from the grid lines: nothing outside the widest band, one layer inside it, two inside the inner one; the median is a line.
  expect(opacity(0.95)).toBe(0);
  expect(opacity(0.83)).toBeGreaterThan(50);
  expect(opacity(0.63)).toBeGreaterThan(opacity(0.83) + 20);
  expect(opacity(0.63)).toBeLessThan(140);
  expect(spotsOf("accent").length).toBeGreaterThan(0);

  application().element().focus();
  await userEvent.keyboard("{Home}+++++++");
  await expect.poll(() => opacity(0.95)).toBeGreaterThan(0);
});
