import { expect, it } from "vitest";
import { chartApi } from "../../workers/lib/chart-views";
import { freshKernels } from "./context";

it("reads short stretches while the kernels cannot be loaded, and long ones once they can", async () => {
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
