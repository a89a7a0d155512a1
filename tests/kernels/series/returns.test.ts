import { describe, expect, it } from "vitest";
import { type ColumnKernel, expectChunkingFree, expectColumn, runColumn } from "../columns";
import { freshKernels } from "../context";
import { randomWalk, uniforms } from "../reference/random";
import { logReturnsTwin } from "../reference/series-statistics";

const kernels = await freshKernels();
const logReturns: ColumnKernel = (at, from, to) => kernels.logReturns(at.values, from, to, at.out);
const simpleReturns: ColumnKernel = (at, from, to) => kernels.simpleReturns(at.values, from, to, at.out);

/** ln(after / before) to the last bits: log1p of the relative change keeps the digits that ln of a ratio near 1 loses. */
const accurate = (x: Float64Array) =>
  x.map((value, t) => {
    const change = (value - x[t - 1]) / x[t - 1];
    return Math.abs(change) < 0.5 ? Math.log1p(change) : Math.log(value / x[t - 1]);
  });

describe("log returns", () => {
  it("agree with the logarithm of the ratio for changes of every size", () => {
    const next = uniforms(3);
    let price = 50;
    const values = Float64Array.from({ length: 20_000 }, () => {
      price = Math.min(1e9, Math.max(1e-9, price * Math.exp((next() - 0.5) * 10 ** (-4 + 5 * next()))));
      return price;
    });
    expectColumn(runColumn(kernels, values, logReturns), accurate(values), 1e-15, 1e-16);
    expectColumn(runColumn(kernels, values, logReturns), logReturnsTwin(values), 1e-10, 1e-14);
  });

  it("are exact on both sides of the series' limit", () => {
    const edge = (1 + 0.0625) / (1 - 0.0625);
    const values = Float64Array.of(1, edge, 1, edge * (1 + 1e-12), 1, edge * (1 - 1e-12), 1e-5, 1e5);
    expectColumn(runColumn(kernels, values, logReturns), accurate(values), 1e-15, 0);
  });

  it("are NaN only where a price is not positive", () => {
    const values = Float64Array.of(1, 0, 2, -3, -3, 4, 4, Number.NaN, 5, 6);
    expect([...runColumn(kernels, values, logReturns)].map(Number.isNaN)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it("do not depend on the scale, and change sign when time runs backwards", () => {
    const values = randomWalk(999, 6);
    const plain = runColumn(kernels, values, logReturns);
    expect(
      runColumn(
        kernels,
        values.map((value) => value * 2 ** -30),
        logReturns,
      ),
    ).toEqual(plain);
    const reversed = runColumn(kernels, values.slice().reverse(), logReturns);
    expect(reversed.slice(1).reverse()).toEqual(plain.slice(1).map((r) => -r));
  });

  it("give the same bits for any chunking", () => {
    expectChunkingFree(kernels, randomWalk(2050, 12), logReturns);
  });
});

describe("simple returns", () => {
  it("are the relative change, and NaN after a price that is not positive", () => {
    const values = Float64Array.of(100, 110, 99, 0, 5, 6);
    const actual = runColumn(kernels, values, simpleReturns);
    expectColumn(actual, [Number.NaN, 0.1, -0.1, -1, Number.NaN, 0.2], 1e-15, 0);
  });

  it("are the exponential of log returns minus one", () => {
    const values = randomWalk(1000, 13);
    const fromLogs = runColumn(kernels, values, logReturns).map((r) => Math.expm1(r));
    expectColumn(runColumn(kernels, values, simpleReturns), fromLogs, 1e-13, 1e-17);
    expectChunkingFree(kernels, values, simpleReturns);
  });
});
