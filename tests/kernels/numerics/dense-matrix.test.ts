import { beforeAll, describe, expect, it } from "vitest";
import { choleskyAt, type PortfolioKernels, symmetricEigen } from "../../../workers/numerics/dense-matrix";
import { cholesky, multiply, solveWithCholesky, transpose } from "../../../workers/numerics/linear-algebra";
import type { JobContext } from "../../../workers/runtime/job";
import { testContext } from "../context";
import { plainEigenvalues, seededCovariance } from "../reference/dense";

let context: JobContext;
let kernels: PortfolioKernels;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("portfolio");
});

const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), a.length === b.length ? 0 : Number.POSITIVE_INFINITY);

function factorOf(matrix: Float64Array, n: number): Float64Array | null {
  return context.arena.scope(() => {
    const factor = context.arena.take(n * n);
    const done = choleskyAt(context, kernels, context.arena.put(matrix), n, factor);
    return done ? context.arena.view(factor, n * n).slice() : null;
  });
}

// Every size modulo the block of four, and the largest size the optimizers support.
const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 12, 31, 200];

describe("Cholesky", () => {
  for (const n of SIZES) {
    it(`n = ${n}: L L' is the matrix, the twin agrees, and solutions satisfy the equations`, () => {
      const matrix = seededCovariance(n, 2 * n + 5, 7 + n);
      const factor = factorOf(matrix, n)!;
      // Rounding of n products of numbers below 1.
      expect(largestDifference(multiply(factor, transpose(factor, n, n), n, n, n), matrix)).toBeLessThan(1e-14);
      // Condition numbers reach a few hundred.
      expect(largestDifference(factor, cholesky(matrix, n)!)).toBeLessThan(1e-12);
      const sides = Float64Array.from({ length: 2 * n }, (_, i) => ((i * 37) % 11) - 5);
      const solved = context.arena.scope(() => {
        const [at, out] = [context.arena.put(factor), context.arena.put(sides)];
        kernels.choleskySolve(at, n, out, 2);
        return context.arena.view(out, 2 * n).slice();
      });
      for (const k of [0, 1]) {
        const plain = solveWithCholesky(cholesky(matrix, n)!, sides.slice(k * n, k * n + n));
        expect(largestDifference(solved.slice(k * n, k * n + n), plain)).toBeLessThan(1e-9);
        const back = multiply(matrix, solved.slice(k * n, k * n + n), n, n, 1);
        expect(largestDifference(back, sides.slice(k * n, k * n + n))).toBeLessThan(1e-11);
      }
    });
  }

  it("inverts a triangular matrix, in any chunks of rows", () => {
    const n = 37;
    const factor = factorOf(seededCovariance(n, 90, 3), n)!;
    const inverse = (rows: number) =>
      context.arena.scope(() => {
        const [at, out] = [context.arena.put(factor), context.arena.take(n * n)];
        for (let from = 0; from < n; from += rows) kernels.invertLower(at, n, out, from, Math.min(n, from + rows));
        return context.arena.view(out, n * n).slice();
      });
    const whole = inverse(n);
    expect(inverse(5)).toEqual(whole);
    const identity = multiply(whole, factor, n, n, n);
    identity.forEach((value, i) => {
      expect(Math.abs(value - (i % (n + 1) === 0 ? 1 : 0))).toBeLessThan(1e-13);
    });
  });

  it("refuses what is singular, indefinite or not finite", () => {
    expect(factorOf(Float64Array.of(1, 1, 1, 1), 2)).toBeNull();
    expect(factorOf(Float64Array.of(1, 2, 2, 1), 2)).toBeNull();
    expect(factorOf(Float64Array.of(0), 1)).toBeNull();
    expect(factorOf(Float64Array.of(1, Number.NaN, Number.NaN, 1), 2)).toBeNull();
    expect(factorOf(Float64Array.of(Number.POSITIVE_INFINITY), 1)).toBeNull();
    expect(factorOf(seededCovariance(12, 6, 5), 12)).toBeNull();
  });
});

describe("symmetric eigenvalues", () => {
  for (const n of [...SIZES.slice(0, -1), 60]) {
    it(`n = ${n}: V' d V is the matrix, V is orthonormal, the twin agrees`, () => {
      // Half rank, so half the eigenvalues are zero.
      const matrix = seededCovariance(n, Math.max(1, n >> 1), 11 + n);
      const { values, vectors } = symmetricEigen(context, kernels, matrix, n)!;
      const scaled = vectors.map((value, i) => value * values[Math.floor(i / n)]);
      expect(largestDifference(multiply(transpose(vectors, n, n), scaled, n, n, n), matrix)).toBeLessThan(1e-13);
      multiply(vectors, transpose(vectors, n, n), n, n, n).forEach((value, i) => {
        expect(Math.abs(value - (i % (n + 1) === 0 ? 1 : 0))).toBeLessThan(1e-13);
      });
      expect(largestDifference(values, plainEigenvalues(matrix, n))).toBeLessThan(1e-13);
    });
  }

  it("reproduces the second difference matrix: 2 - 2 cos(pi j / (n + 1))", () => {
    const n = 200;
    const matrix = new Float64Array(n * n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) matrix[i * n + j] = i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0;
    const { values } = symmetricEigen(context, kernels, matrix, n)!;
    const known = Array.from({ length: n }, (_, j) => 2 - 2 * Math.cos((Math.PI * (j + 1)) / (n + 1)));
    expect(largestDifference(values, known)).toBeLessThan(2e-14 * 4);
  });

  it("handles diagonal matrices, equal eigenvalues and a scale of 1e-8", () => {
    const same = symmetricEigen(context, kernels, Float64Array.of(3, 0, 0, 0, 1, 0, 0, 0, 3), 3)!;
    expect([...same.values]).toEqual([1, 3, 3]);
    const matrix = seededCovariance(9, 30, 4);
    const plain = symmetricEigen(context, kernels, matrix, 9)!;
    // A power of two scales every intermediate value exactly.
    const small = symmetricEigen(
      context,
      kernels,
      matrix.map((value) => value * 2 ** -40),
      9,
    )!;
    expect(small.values.map((value) => value * 2 ** 40)).toEqual(plain.values);
    expect(small.vectors).toEqual(plain.vectors);
  });

  it("reports values that are not finite", () => {
    expect(symmetricEigen(context, kernels, Float64Array.of(1, Number.NaN, Number.NaN, 1), 2)).toBeNull();
  });
});
