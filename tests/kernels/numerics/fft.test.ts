import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../../workers/runtime/job";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { testContext } from "../context";
import { plainFourier } from "../reference/fourier";

let context: JobContext;
let kernels: KernelsOf<"chaos">;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("chaos");
});

/** Every length up to 130 (all radices and primes), then powers, products and primes. */
const LENGTHS = [...Array.from({ length: 130 }, (_, i) => i + 1), 243, 256, 257, 360, 499, 625, 1000, 1009, 1024];

/** Pseudorandom values in [-1, 1), identical in every engine. */
const noise = (length: number, key = 1) => Float64Array.from({ length }, (_, i) => (((i + key) * 48271) % 65537) / 32768.5 - 1);
const norm = (values: Float64Array) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0));
const farthest = (a: Float64Array, b: ArrayLike<number>) => a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

/** A budget larger than any transform here, so it runs in one step. */
const WHOLE = 1e9;

function run(plan: number, input: number, output: number, inverse: 0 | 1, budget = WHOLE): void {
  kernels.fftStart(plan, input, output, inverse);
  while (kernels.fftStep(plan, budget));
}

function transform(length: number, kind: "real" | "complex", values: Float64Array, inverse: 0 | 1, budget = WHOLE): Float64Array {
  const { arena } = context;
  return arena.scope(() => {
    const real = kind === "real" ? 1 : 0;
    const spectrum = 2 * (Math.floor(length / 2) + 1);
    const results = real ? (inverse ? length : spectrum) : 2 * length;
    const plan = arena.takeBytes(kernels.fftBytes(length, real));
    kernels.fftPlan(plan, length, real);
    const input = arena.put(values);
    const output = arena.take(results);
    run(plan, input, output, inverse, budget);
    expect(arena.view(input, values.length)).toEqual(values);
    return arena.view(output, results).slice();
  });
}

describe("Fourier transform against the plain sum", () => {
  it("complex values of every length: 1e-12 of the input's root sum of squares (rounding of the plain sum's angles)", () => {
    for (const n of LENGTHS) {
      const values = noise(2 * n);
      expect(farthest(transform(n, "complex", values, 0), plainFourier(values)) / norm(values), `length ${n}`).toBeLessThan(1e-12);
    }
  });

  it("real values of every length: the first half of the complex transform's frequencies, to 1e-12", () => {
    for (const n of LENGTHS) {
      const values = noise(n, 7);
      const paired = new Float64Array(2 * n);
      for (let t = 0; t < n; t++) paired[2 * t] = values[t];
      const found = transform(n, "real", values, 0);
      expect(farthest(found, plainFourier(paired)) / norm(values), `length ${n}`).toBeLessThan(1e-12);
    }
  });

  it("transform and inverse give the input to 1e-13", () => {
    for (const n of [...LENGTHS, 4000, 20_011]) {
      const pairs = noise(2 * n, 3);
      expect(farthest(transform(n, "complex", transform(n, "complex", pairs, 0), 1), pairs), `complex ${n}`).toBeLessThan(1e-13);
      const values = noise(n, 5);
      expect(farthest(transform(n, "real", transform(n, "real", values, 0), 1), values), `real ${n}`).toBeLessThan(1e-13);
    }
  });

  it("a long transform stays accurate: one wave of a length with a large prime factor", () => {
    const n = 100_003;
    const wave = Float64Array.from({ length: n }, (_, t) => Math.cos((2 * Math.PI * ((17 * t) % n)) / n));
    const found = transform(n, "real", wave, 0, 100_000);
    found[34] -= n / 2;
    // Relative to the peak of n / 2.
    expect(farthest(found, new Float64Array(found.length)) / n).toBeLessThan(1e-13);
  });
});

describe("invariants", () => {
  it("any budget per step: the same bits", () => {
    for (const n of [1, 2, 30, 97, 128, 1000, 1009]) {
      for (const kind of ["real", "complex"] as const) {
        const values = noise(kind === "real" ? n : 2 * n);
        const whole = transform(n, kind, values, 0);
        const back = transform(n, kind, whole, 1);
        for (const budget of [1, 7, 64, 1000]) {
          expect(transform(n, kind, values, 0, budget)).toEqual(whole);
          expect(transform(n, kind, whole, 1, budget)).toEqual(back);
        }
      }
    }
  });

  it("a reused plan: the same bits; the output may overwrite the input", () => {
    const { arena } = context;
    arena.scope(() => {
      for (const n of [60, 61]) {
        const values = noise(2 * n);
        const fresh = transform(n, "complex", values, 0);
        const plan = arena.takeBytes(kernels.fftBytes(n, 0));
        kernels.fftPlan(plan, n, 0);
        const block = arena.put(values);
        run(plan, block, block, 0);
        expect(arena.view(block, 2 * n)).toEqual(fresh);
        run(plan, block, block, 1);
        run(plan, arena.put(values), block, 0);
        expect(arena.view(block, 2 * n)).toEqual(fresh);
      }
    });
  });

  it("power is preserved (Parseval), and a shift changes only phases", () => {
    const n = 221;
    const values = noise(n);
    const shifted = Float64Array.from(values, (_, t) => values[(t + 50) % n]);
    const power = (x: Float64Array) => Float64Array.from({ length: x.length / 2 }, (_, k) => x[2 * k] ** 2 + x[2 * k + 1] ** 2);
    const [one, other] = [power(transform(n, "real", values, 0)), power(transform(n, "real", shifted, 0))];
    expect(farthest(one, other)).toBeLessThan(1e-10);
    const total = one.reduce((sum, p, k) => sum + (k === 0 ? p : 2 * p), 0);
    expect(Math.abs(total / n / values.reduce((sum, x) => sum + x * x, 0) - 1)).toBeLessThan(1e-13);
  });
});
