import { describe, expect, it } from "vitest";
import { goldenJson, goldenText } from "../../fixtures/golden";
import { columnKernels } from "../column-kernels";
import { expectChunkingFree, expectColumn, runColumn } from "../columns";
import { freshKernels } from "../context";
import { rsiTwin } from "../reference/indicators";
import { randomWalk } from "../reference/random";

const kernels = await freshKernels();
const { rsi } = columnKernels(kernels);
const rsiOf = (values: Float64Array, n = 14) => runColumn(kernels, values, rsi(n));

interface EdgeCase {
  name: string;
  input: number[];
  rsi14: (number | null)[] | null;
}

describe("RSI", () => {
  it("matches the definition for any period, up to rounding of the look-ahead", () => {
    const values = randomWalk(3001, 1);
    for (const n of [1, 2, 3, 5, 14, 21, 100, 1500, 3000]) expectColumn(rsiOf(values, n), rsiTwin(values, n), 1e-12, 1e-11);
  });

  it("gives the same bits for any chunking", () => {
    for (const n of [1, 2, 14, 40]) expectChunkingFree(kernels, randomWalk(4097, 2), rsi(n));
  });

  it("reproduces the StockCharts worksheet and TTR on rising and falling prices", async () => {
    const { expected } = await goldenJson<{ expected: EdgeCase[] }>("indicators/ttr_edge.json");
    for (const edge of expected.filter((one) => one.rsi14 !== null && one.name !== "constant")) {
      expectColumn(rsiOf(Float64Array.from(edge.input)), edge.rsi14 ?? [], 1e-10, 1e-9);
    }
    const worksheet = expected.find((one) => one.name === "wilder33");
    const published = [
      ...[70.5328, 66.3186, 66.5498, 69.4063, 66.3552, 57.9749, 62.9296, 63.2571, 56.0593, 62.3771, 54.7076, 50.4228],
      ...[39.9898, 41.4605, 41.8689, 45.4632, 37.304, 33.0795, 37.773],
    ];
    const actual = rsiOf(Float64Array.from(worksheet?.input ?? []));
    expect([...actual.slice(14)].map((value) => Math.round(value * 1e4) / 1e4)).toEqual(published);
  });

  it("reproduces TA-Lib's own regression test on its 252 closes", async () => {
    const text = await goldenText("series/talib_closes252.txt");
    const actual = rsiOf(Float64Array.from((text ?? "").trim().split(/\s+/), Number));
    for (const [t, value] of [
      [14, 49.1473397],
      [15, 52.3255528],
      [16, 46.07239658],
      [251, 49.63210207],
    ]) {
      expect(actual[t]).toBeCloseTo(value, 6);
    }
  });

  it("is 50 until prices first move, and unchanged while they are constant", () => {
    expect([...rsiOf(new Float64Array(40).fill(100)).slice(14)]).toEqual(new Array(26).fill(50));
    const stopped = rsiOf(Float64Array.from({ length: 300 }, (_, t) => (t < 20 ? 100 + Math.sin(t) : 101)));
    expect(stopped[299]).toBeCloseTo(stopped[25], 8);
  });

  it("stays within 0 to 100, and is mirrored when prices are", () => {
    const values = randomWalk(5000, 9);
    const up = rsiOf(values);
    const down = rsiOf(values.map((value) => -value));
    for (let t = 14; t < values.length; t++) {
      if (!(up[t] >= 0 && up[t] <= 100)) expect.fail(`${up[t]} at ${t}`);
      if (Math.abs(up[t] + down[t] - 100) > 1e-12) expect.fail(`${up[t]} and ${down[t]} at ${t}`);
    }
  });

  it("does not depend on the scale of the prices", () => {
    const values = randomWalk(500, 4);
    const expected = rsiOf(values);
    for (const scale of [2 ** -30, 2 ** 30]) expect(rsiOf(values.map((value) => value * scale))).toEqual(expected);
    for (const scale of [1e-9, 1e9]) expectColumn(rsiOf(values.map((value) => value * scale)), expected, 1e-9, 1e-9);
  });

  it("is scale-invariant at prices of 2.4e-7, where TA-Lib once failed", () => {
    const tiny = Float64Array.of(0.00000024, 0.00000024, 0.00000024, 0.00000024, 0.00000024, 0.00000023, 0.00000024, 0.00000024);
    const more = Float64Array.of(...tiny, 0.00000024, 0.00000024, 0.00000023, 0.00000024, 0.00000024, 0.00000023, 0.00000024);
    const large = more.map((value) => value * 100000);
    // Differences of such prices have only about nine significant digits.
    expectColumn(rsiOf(more, 10), rsiOf(large, 10), 1e-7, 0);
    expect(rsiOf(more, 10)[10]).toBeCloseTo(33.333333333333329, 5);
    expect(rsiOf(more, 10)[11]).toBeCloseTo(51.351351351351347, 5);
  });

  it("is NaN if there are fewer than period + 1 values", () => {
    expect([...rsiOf(randomWalk(14, 1))].every(Number.isNaN)).toBe(true);
    expect(Number.isNaN(rsiOf(randomWalk(15, 1))[14])).toBe(false);
  });
});
