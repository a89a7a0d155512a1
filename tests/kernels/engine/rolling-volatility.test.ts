import { describe, expect, it } from "vitest";
import { columnKernels } from "../column-kernels";
import { expectChunkingFree, expectColumn, runColumn } from "../columns";
import { freshKernels } from "../context";
import { randomWalk, uniforms } from "../reference/random";
import { logReturnsTwin, volatilityTwin } from "../reference/series-statistics";

const kernels = await freshKernels();
const YEAR = Math.sqrt(252);
const { volatility } = columnKernels(kernels);
const returns = logReturnsTwin(randomWalk(5005, 21));

describe("rolling volatility", () => {
  it("agrees with the definition for any window", () => {
    for (const n of [2, 3, 9, 20, 252, 2000, 5004]) {
      // Two nearly equal values leave their deviation few significant digits.
      expectColumn(runColumn(kernels, returns, volatility(n)), volatilityTwin(returns, n, YEAR), n === 2 ? 1e-8 : 1e-10, 1e-13);
    }
  });

  it("gives the same bits for any chunking, in calm and after shocks", () => {
    const shocked = returns.slice();
    for (const t of [1500, 1501, 3000, 4090]) shocked[t] = 3;
    for (const n of [5, 20, 700]) {
      expectChunkingFree(kernels, returns, volatility(n));
      expectChunkingFree(kernels, shocked, volatility(n));
    }
  });

  it("has no look-ahead: a later shock or NaN leaves earlier bits unchanged", () => {
    for (const n of [5, 20, 700]) {
      const before = runColumn(kernels, returns, volatility(n));
      for (const [t, value] of [
        [1500, 3],
        [2047, Number.NaN],
        [4090, -1e6],
      ]) {
        const later = returns.slice();
        later.fill(value, t);
        expect(runColumn(kernels, later, volatility(n)).slice(0, t)).toEqual(before.slice(0, t));
      }
    }
  });

  it("keeps its precision when a huge return has just left the window", () => {
    const next = uniforms(5);
    const calm = Float64Array.from({ length: 3000 }, () => 1e-7 * (next() - 0.5));
    for (const t of [700, 1400, 1401, 2500]) calm[t] = 2;
    expectColumn(runColumn(kernels, calm, volatility(20)), volatilityTwin(calm, 20, YEAR), 1e-9, 0);
  });

  it("is exactly 0 on a constant series, also after a jump, and 0 up to rounding for constant growth", () => {
    const flat = new Float64Array(4000);
    expect(runColumn(kernels, flat, volatility(20)).slice(20)).toEqual(new Float64Array(3980));
    flat[100] = 0.3;
    expect(runColumn(kernels, flat, volatility(20)).slice(120)).toEqual(new Float64Array(3880));
    const growth = logReturnsTwin(Float64Array.from({ length: 4000 }, (_, t) => 100 * 1.001 ** t));
    expectColumn(runColumn(kernels, growth, volatility(20)).slice(20), new Float64Array(3980), 0, 1e-13);
  });

  it("scales with the returns and does not depend on their mean", () => {
    const plain = runColumn(kernels, returns, volatility(20));
    expectColumn(
      runColumn(
        kernels,
        returns.map((r) => r * 100),
        volatility(20),
      ),
      plain.map((v) => v * 100),
      1e-12,
      0,
    );
    expectColumn(
      runColumn(
        kernels,
        returns.map((r) => r + 1),
        volatility(20),
      ),
      plain,
      1e-10,
      1e-13,
    );
  });

  it("is NaN exactly where the window contains NaN", () => {
    const broken = returns.slice();
    for (const t of [100, 105, 1024, 2047, 2048, 3000]) broken[t] = Number.NaN;
    expectColumn(runColumn(kernels, broken, volatility(20)), volatilityTwin(broken, 20, YEAR), 1e-10, 1e-13);
    expectChunkingFree(kernels, broken, volatility(20));
  });
});
