import { expect, it } from "vitest";
import { chartApi } from "../../../workers/charts/chart-views";
import { freshKernels } from "../context";
import { plainBar } from "../reference/pyramid";
import { randomWalk } from "../reference/random";

it("reads short ranges before the kernels are loaded, and long ones afterwards", async () => {
  let online = false;
  const api = chartApi(() => (online ? freshKernels() : Promise.reject(new TypeError("offline"))));
  const values = Float64Array.from({ length: 1000 }, (_, row) => (row === 500 ? 9 : Math.sin(row)));
  await expect(api.open(1, { length: values.length, x: null, series: [values] })).rejects.toThrow("offline");
  expect([...(await api.read(1, 10, 12, 10)).series[0]]).toEqual([...values.subarray(10, 12)]);
  await expect(api.read(1, 0, 1000, 10)).rejects.toThrow("offline");
  online = true;
  expect(Math.max(...(await api.read(1, 0, 1000, 10)).series[0])).toBe(9);
});

it("refuses columns of different lengths", async () => {
  const api = chartApi(freshKernels);
  const columns = { length: 2, x: null, series: [Float64Array.of(1, 2), Float64Array.of(1)] };
  await expect(api.open(1, columns)).rejects.toThrow("differ in length");
});

it("plots absolute values of a signed column: every row when zoomed in, extremes per pixel when zoomed out", async () => {
  const values = Float64Array.from({ length: 1000 }, (_, row) => (row < 500 ? -1 - row / 1000 : Math.sin(row)));
  const api = chartApi(freshKernels);
  await api.open(1, { length: values.length, x: null, series: [values, values], absolute: [1] });
  const near = await api.read(1, 480, 500, 20);
  expect([...near.series[0]]).toEqual([...values.subarray(480, 500)]);
  expect([...near.series[1]]).toEqual([...values.subarray(480, 500).map(Math.abs)]);
  const far = await api.read(1, 0, 1000, 2);
  // First pixel: all negative, absolute values 1 to 1.499. Second pixel: both signs, so from 0, where bars start, to the largest.
  const sizes = [...far.series[1]];
  expect([Math.min(...sizes.slice(0, 2)), Math.max(...sizes.slice(0, 2))]).toEqual([1, 1.499]);
  const second = values.subarray(500).map(Math.abs);
  expect([Math.min(...sizes.slice(2)), Math.max(...sizes.slice(2))]).toEqual([0, Math.max(...second)]);
  expect([...far.series[0]].slice(0, 2).sort()).toEqual([-1, -1.499]);
});

/** Opens, highs, lows, closes and volumes with gaps. */
function priceBars(length: number) {
  const close = randomWalk(length, 11).map((value) => value + 500);
  const open = close.map((value, row) => (row === 0 ? value : close[row - 1]));
  const high = close.map((value, row) => Math.max(value, open[row]) + (row % 3));
  const low = close.map((value, row) => Math.min(value, open[row]) - (row % 5));
  const volume = Float64Array.from({ length }, (_, row) => (row * 7919) % 1000);
  for (const column of [open, high, low, close, volume]) column.fill(Number.NaN, 100, 160);
  return { open, high, low, close, volume };
}

it("aggregates many rows to bars: first open, highest high, lowest low, last close, sum of volumes", async () => {
  const columns = priceBars(20_000);
  const { open, high, low, close, volume } = columns;
  const api = chartApi(freshKernels);
  const reduce = ["first", "maximum", "minimum", "last", "sum"] as const;
  await api.open(1, { length: close.length, x: null, series: [open, high, low, close, volume], reduce });
  for (const [from, to, most] of [
    [0, 20_000, 200],
    [37, 19_990, 57],
    [90, 170, 20],
    [123, 456, 400],
  ]) {
    const { x, series, rowsPerBar = 1, ...window } = await api.read(1, from, to, most);
    expect(x.length).toBeLessThanOrEqual(most);
    for (const [bar, middle] of x.entries()) {
      const start = middle - (rowsPerBar - 1) / 2;
      expect(series.map((values) => values[bar])).toEqual(
        rowsPerBar === 1
          ? [open, high, low, close, volume].map((column) => column[start])
          : plainBar(columns, start, Math.min(20_000, start + rowsPerBar)),
      );
    }
    expect(window.from).toBeLessThanOrEqual(from);
    expect(window.to).toBeGreaterThanOrEqual(to);
  }
});

it("keeps the same bar boundaries when the view is panned", async () => {
  const { open, high, low, close } = priceBars(20_000);
  const api = chartApi(freshKernels);
  await api.open(1, { length: 20_000, x: null, series: [open, high, low, close], reduce: ["first", "maximum", "minimum", "last"] });
  const before = await api.read(1, 5000, 10_000, 120);
  const after = await api.read(1, 5013, 10_013, 120);
  expect(after.rowsPerBar).toBe(before.rowsPerBar);
  const shared = [...before.x].filter((x) => after.x.includes(x));
  expect(shared.length).toBeGreaterThan(90);
});

/** Quantile by definition, interpolated between sorted values. */
function plainQuantile(values: Float64Array, share: number): number {
  const sorted = [...values].filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  return sorted.length === 0 ? Number.NaN : sorted[Math.floor(at)] * (1 - (at % 1)) + (sorted[Math.ceil(at)] ?? 0) * (at % 1);
}

it("computes quantiles of many rows, and none where there are no numbers", async () => {
  const values = Float64Array.from({ length: 30_000 }, (_, row) => (row >= 600 && row < 900 ? Number.NaN : ((row * 7919) % 1009) / 1009));
  const api = chartApi(freshKernels);
  const shares = { q05: 0.05, q25: 0.25, q50: 0.5, q75: 0.75, q95: 0.95 } as const;
  const reduce = Object.keys(shares) as (keyof typeof shares)[];
  await api.open(1, { length: values.length, x: null, series: reduce.map(() => values), reduce });
  const { x, series, rowsPerBar = 1 } = await api.read(1, 0, 30_000, 320);
  expect(rowsPerBar).toBe(100);
  for (const [bar, middle] of x.entries()) {
    const start = middle - (rowsPerBar - 1) / 2;
    const rows = values.subarray(start, start + rowsPerBar);
    // Products are rounded in another order.
    for (const [place, name] of reduce.entries()) {
      const expected = plainQuantile(rows, shares[name]);
      if (Number.isNaN(expected)) expect(series[place][bar]).toBeNaN();
      else expect(series[place][bar]).closeTo(expected, 1e-12);
    }
  }
  expect(series.map((quantile) => quantile[7])).toEqual(reduce.map(() => Number.NaN));

  // For bars of 50,000 rows, quantiles come from a sample of 4,096: two standard errors of its median are 1.6%.
  const long = Float64Array.from({ length: 1_000_000 }, (_, row) => ((row * 7919) % 99_991) / 99_991);
  await api.open(2, { length: long.length, x: null, series: reduce.map(() => long), reduce });
  const wide = await api.read(2, 0, long.length, 30);
  expect(wide.rowsPerBar).toBe(50_000);
  for (const [place, name] of reduce.entries())
    for (const value of wide.series[place]) expect(Math.abs(value - shares[name])).toBeLessThan(0.016);
});
