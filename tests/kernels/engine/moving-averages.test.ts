import { describe, expect, it } from "vitest";
import { goldenText } from "../../fixtures/golden";
import { columnKernels } from "../column-kernels";
import { expectChunkingFree, expectColumn, runColumn } from "../columns";
import { freshKernels } from "../context";
import { emaTwin, smaTwin } from "../reference/indicators";
import { randomWalk } from "../reference/random";

const kernels = await freshKernels();
const { sma, ema } = columnKernels(kernels);
const averages = [
  { name: "SMA", kernel: sma, twin: smaTwin },
  { name: "EMA", kernel: ema, twin: emaTwin },
];

describe.each(averages)("$name", ({ kernel, twin }) => {
  it("agrees with the definition for any period", () => {
    const values = randomWalk(5003, 7);
    // Look-ahead and running sums reorder additions: errors of a few parts in 1e15, a few hundred for the longest memory.
    for (const n of [1, 2, 3, 4, 5, 20, 200, 1023, 2500, 5003]) {
      expectColumn(runColumn(kernels, values, kernel(n)), twin(values, n), 1e-12, 0);
    }
  });

  it("gives the same bits for any chunking", () => {
    for (const n of [1, 2, 5, 20, 600]) expectChunkingFree(kernels, randomWalk(4099, 8), kernel(n));
  });

  it("returns a constant for constant series, and follows scale and shift", () => {
    const values = randomWalk(3000, 5);
    const plain = runColumn(kernels, values, kernel(20));
    expectColumn(
      runColumn(kernels, new Float64Array(3000).fill(0.1), kernel(20)),
      plain.map((v) => (Number.isNaN(v) ? v : 0.1)),
      1e-14,
      0,
    );
    expect(
      runColumn(
        kernels,
        values.map((v) => v * 2 ** 40),
        kernel(20),
      ),
    ).toEqual(plain.map((v) => v * 2 ** 40));
    for (const scale of [1e-9, 1e9]) {
      expectColumn(
        runColumn(
          kernels,
          values.map((v) => v * scale),
          kernel(20),
        ),
        plain.map((v) => v * scale),
        1e-13,
        0,
      );
    }
    expectColumn(
      runColumn(
        kernels,
        values.map((v) => v + 1000),
        kernel(20),
      ),
      plain.map((v) => v + 1000),
      1e-13,
      0,
    );
  });

  it("is all NaN if there are fewer values than the period", () => {
    expect([...runColumn(kernels, randomWalk(19, 1), kernel(20))].every(Number.isNaN)).toBe(true);
    expect(runColumn(kernels, randomWalk(20, 1), kernel(20)).filter((value) => !Number.isNaN(value))).toHaveLength(1);
  });
});

describe("SMA", () => {
  it("keeps its precision on a million values ranging over many orders of magnitude", () => {
    const values = randomWalk(1_000_000, 11).map((value, t) => value * Math.exp(20 * Math.sin(t / 50_000)));
    expectColumn(runColumn(kernels, values, sma(20)).slice(-2000), smaTwin(values.slice(-2019), 20).slice(19), 1e-12, 0);
  });
});

describe("EMA", () => {
  it("reproduces TA-Lib's own regression test on its 252 closes", async () => {
    const text = await goldenText("series/talib_closes252.txt");
    const actual = runColumn(kernels, Float64Array.from((text ?? "").trim().split(/\s+/), Number), ema(10));
    for (const [t, value] of [
      [9, 93.2255],
      [10, 93.75268182],
      [29, 86.46365],
      [251, 108.97521],
    ]) {
      expect(actual[t]).toBeCloseTo(value, 4);
    }
  });
});
