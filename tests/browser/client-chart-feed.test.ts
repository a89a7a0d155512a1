import { afterEach, describe, expect, it } from "vitest";
import { WorkerChartFeed } from "../../src/client/chart-feed";

const feeds: WorkerChartFeed[] = [];

function testFeed() {
  const workers: Worker[] = [];
  const feed = new WorkerChartFeed(() => {
    const worker = new Worker(new URL("../../workers/chart.worker.ts", import.meta.url), { type: "module" });
    workers.push(worker);
    return worker;
  });
  feeds.push(feed);
  return { feed, workers };
}

afterEach(() => {
  for (const feed of feeds.splice(0)) feed.close();
});

/** A wavy column with single spikes that simple decimation would lose. */
function wave(length: number, shared: boolean): Float64Array {
  const bytes = 8 * length;
  const values = new Float64Array(shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  for (let i = 0; i < length; i++) values[i] = Math.sin(i / 500) + (i === 12_345 ? 9 : 0) - (i === 70_001 ? 7 : 0);
  return values;
}

describe.each([{ shared: true }, { shared: false }])("a chart feed over columns on shared memory: $shared", ({ shared }) => {
  it("gives every row where there are few", async () => {
    const { feed } = testFeed();
    const close = wave(1000, shared);
    const view = feed.open({ length: close.length, x: null, series: [close] });
    const seen = await view.read(10, 20, 500);
    expect([...seen.x]).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect([...seen.series[0]]).toEqual([...close.subarray(10, 20)]);
    expect(close.length).toBe(1000);
  });

  it("gives the extremes of each pixel column where there are many", async () => {
    const { feed } = testFeed();
    const length = 100_000;
    const close = wave(length, shared);
    const times = Float64Array.from({ length }, (_, i) => 1e12 + 60_000 * i);
    const view = feed.open({ length, x: times, series: [close, close.map((value) => -value)] });
    const [from, to, pixels] = [1000, 91_001, 300];
    const seen = await view.read(from, to, pixels);
    expect([seen.from, seen.to]).toEqual([from, to]);
    expect(seen.x).toHaveLength(2 * pixels);
    for (let pixel = 0; pixel < pixels; pixel++) {
      const start = from + Math.floor(((to - from) * pixel) / pixels);
      const end = from + Math.floor(((to - from) * (pixel + 1)) / pixels);
      const rows = [...close.subarray(start, end)];
      const points = [seen.series[0][2 * pixel], seen.series[0][2 * pixel + 1]];
      expect(Math.min(...points)).toBe(Math.min(...rows));
      expect(Math.max(...points)).toBe(Math.max(...rows));
      const middle = (times[start] + times[end - 1]) / 2;
      expect([seen.x[2 * pixel], seen.x[2 * pixel + 1]]).toEqual([middle, middle]);
    }
    expect(Math.min(...seen.series[1])).toBe(-Math.max(...seen.series[0]));
  });
});

it("excludes missing values from the extremes, and gives NaN for single rows", async () => {
  const { feed } = testFeed();
  const average = wave(10_000, true).fill(Number.NaN, 0, 200);
  const view = feed.open({ length: average.length, x: null, series: [average] });
  const close = await view.read(198, 202, 100);
  expect([...close.series[0]].map(Number.isNaN)).toEqual([true, true, false, false]);
  const wide = await view.read(0, 10_000, 100);
  expect([...wide.series[0]].map(Number.isNaN).lastIndexOf(true)).toBe(3);
});

it("finds the row for a point in time", async () => {
  const { feed } = testFeed();
  const view = feed.open({ length: 3, x: Float64Array.of(10, 20, 30), series: [Float64Array.of(1, 2, 3)] });
  expect(await Promise.all([0, 10, 11, 30, 31].map((x) => view.indexAt(x)))).toEqual([0, 0, 1, 2, 3]);
});

it("clamps requests beyond the rows", async () => {
  const { feed } = testFeed();
  const view = feed.open({ length: 3, x: null, series: [Float64Array.of(1, 2, 3)] });
  expect([...(await view.read(-5, 99, 10)).series[0]]).toEqual([1, 2, 3]);
  expect((await view.read(9, 12, 10)).x).toHaveLength(0);
});

it("reopens its views when the worker dies", async () => {
  const { feed, workers } = testFeed();
  const first = feed.open({ length: 2, x: null, series: [Float64Array.of(1, 2)] });
  const second = feed.open({ length: 2, x: null, series: [Float64Array.of(3, 4)] });
  await Promise.all([first.read(0, 2, 10), second.read(0, 2, 10)]);
  workers[0].terminate();
  expect([...(await second.read(0, 2, 10)).series[0]]).toEqual([3, 4]);
  expect([...(await first.read(0, 2, 10)).series[0]]).toEqual([1, 2]);
  expect(workers).toHaveLength(2);
});

it("starts a fresh worker with the open views once large ones were closed", async () => {
  const { feed, workers } = testFeed();
  const kept = feed.open({ length: 2, x: null, series: [Float64Array.of(1, 2)] });
  const large = feed.open({ length: 9_000_000, x: null, series: [wave(9_000_000, true)] });
  await Promise.all([kept.read(0, 2, 10), large.read(0, 9_000_000, 10)]);
  large.close();
  expect([...(await kept.read(0, 2, 10)).series[0]]).toEqual([1, 2]);
  expect(workers).toHaveLength(1);
  await expect.poll(async () => [...(await kept.read(0, 2, 10)).series[0], workers.length]).toEqual([1, 2, 2]);
});

it("refuses to read a closed view", async () => {
  const { feed } = testFeed();
  const view = feed.open({ length: 1, x: null, series: [Float64Array.of(1)] });
  await view.read(0, 1, 10);
  view.close();
  await expect(view.read(0, 1, 10)).rejects.toThrow("closed");
});

it("settles all pending requests when the feed is closed", async () => {
  const { feed } = testFeed();
  const waiting = feed.open({ length: 1, x: null, series: [Float64Array.of(1)] }).read(0, 1, 10);
  feed.close();
  await expect(waiting).rejects.toThrow("closed");
});
