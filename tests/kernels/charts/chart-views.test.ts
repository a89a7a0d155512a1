import { expect, it } from "vitest";
import { chartApi } from "../../../workers/charts/chart-views";
import { freshKernels } from "../context";

it("reads short ranges while the kernels cannot be loaded, and long ones once they can", async () => {
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

it("reads sizes of a signed column: every row close up, largest and least per pixel from afar", async () => {
  const values = Float64Array.from({ length: 1000 }, (_, row) => (row < 500 ? -1 - row / 1000 : Math.sin(row)));
  const api = chartApi(freshKernels);
  await api.open(1, { length: values.length, x: null, series: [values, values], absolute: [1] });
  const near = await api.read(1, 480, 500, 20);
  expect([...near.series[0]]).toEqual([...values.subarray(480, 500)]);
  expect([...near.series[1]]).toEqual([...values.subarray(480, 500).map(Math.abs)]);
  const far = await api.read(1, 0, 1000, 2);
  // Below 0 throughout: 1 to 1.499. Of both signs: from 0, where bars begin, to the farthest.
  const sizes = [...far.series[1]];
  expect([Math.min(...sizes.slice(0, 2)), Math.max(...sizes.slice(0, 2))]).toEqual([1, 1.499]);
  const second = values.subarray(500).map(Math.abs);
  expect([Math.min(...sizes.slice(2)), Math.max(...sizes.slice(2))]).toEqual([0, Math.max(...second)]);
  expect([...far.series[0]].slice(0, 2).sort()).toEqual([-1, -1.499]);
});
