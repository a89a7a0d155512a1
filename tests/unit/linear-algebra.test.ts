import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cholesky,
  expand,
  invertPositive,
  multiply,
  project,
  quadraticForm,
  solveWithCholesky,
  transpose,
} from "../../workers/numerics/linear-algebra";

const size = 4;
const entries = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: size * size, maxLength: size * size });

/** B'B + I: positive definite, condition below about 200. */
function positive(values: number[]): Float64Array {
  const b = Float64Array.from(values);
  return multiply(transpose(b, size, size), b, size, size, size).map((value, i) => value + (i % (size + 1) === 0 ? 1 : 0));
}

describe("small dense linear algebra", () => {
  it("inverts and solves positive-definite matrices", () => {
    fc.assert(
      fc.property(entries, (values) => {
        const matrix = positive(values);
        const product = multiply(matrix, invertPositive(matrix, size)!, size, size, size);
        product.forEach((value, i) => {
          expect(value).toBeCloseTo(i % (size + 1) === 0 ? 1 : 0, 10);
        });
        const solution = solveWithCholesky(cholesky(matrix, size)!, [1, -2, 3, 0.5]);
        expect([...multiply(matrix, solution, size, size, 1)].map((value) => Number(value.toFixed(9)))).toEqual([1, -2, 3, 0.5]);
      }),
    );
  });

  it("refuses matrices that are not positive definite, or only by rounding", () => {
    expect(cholesky(Float64Array.of(1, 2, 2, 1), 2)).toBeNull();
    expect(cholesky(Float64Array.of(1, 1, 1, 1), 2)).toBeNull();
    expect(cholesky(Float64Array.of(0.1, 0.3, 0.3, 0.9), 2)).toBeNull();
    expect(cholesky(Float64Array.of(1, Number.NaN, Number.NaN, 1), 2)).toBeNull();
    expect(invertPositive(Float64Array.of(-1), 1)).toBeNull();
  });

  it("projects onto a basis and back", () => {
    const matrix = Float64Array.of(4, 1, 1, 3);
    const basis = Float64Array.of(1, -1);
    expect([...project(matrix, basis, 2, 1)]).toEqual([5]);
    expect([...expand(Float64Array.of(5), basis, 2, 1)]).toEqual([5, -5, -5, 5]);
    expect(quadraticForm(basis, matrix, basis)).toBe(5);
  });
});
