import { beforeAll, describe, expect, it } from "vitest";
import { Arena } from "../../../workers/runtime/wasm/arena";
import type { Kernels } from "../../../workers/runtime/wasm/kernels";
import { freshKernels } from "../context";

let kernels: Kernels;
let arena: Arena;
beforeAll(async () => {
  kernels = await freshKernels();
  arena = new Arena(kernels);
});

const words = (state: number) => new BigUint64Array(kernels.memory.buffer, state, 4);
const next = (state: number) => BigInt.asUintN(64, kernels.rngNext(state));

function stream(seed: number): number {
  const state = arena.takeBytes(32);
  kernels.rngSeed(state, seed);
  return state;
}

function draw(seed: number, length: number, distribution: number, nu: number, lambda: number, chunk = length): Float64Array {
  return arena.scope(() => {
    const state = stream(seed);
    const out = arena.take(length);
    for (let from = 0; from < length; from += chunk)
      kernels.drawInnovations(state, out + from * 8, Math.min(chunk, length - from), distribution, nu, lambda);
    return arena.view(out, length).slice();
  });
}

/** Kolmogorov-Smirnov statistic, times the square root of the sample size. */
function kolmogorov(sample: Float64Array, cdf: (x: number) => number): number {
  const sorted = sample.slice().sort();
  let largest = 0;
  for (let i = 0; i < sorted.length; i++) {
    const p = cdf(sorted[i]);
    largest = Math.max(largest, (i + 1) / sorted.length - p, p - i / sorted.length);
  }
  return largest * Math.sqrt(sorted.length);
}

describe("xoshiro256**", () => {
  it("produces the published numbers from the state 1, 2, 3, 4", () => {
    const state = arena.takeBytes(32);
    words(state).set([1n, 2n, 3n, 4n]);
    const first = Array.from({ length: 6 }, () => next(state));
    expect(first).toEqual([11520n, 0n, 1509978240n, 1215971899390074240n, 1216172134540287360n, 607988272756665600n]);
  });

  it("is seeded by splitmix64, which reproduces its published numbers for 1234567", () => {
    const seeded = [...words(stream(1234567))];
    expect(seeded).toEqual([6457827717110365317n, 3203168211198807973n, 9817491932198370423n, 4593380528125082431n]);
    expect([...words(stream(42))]).toEqual([13679457532755275413n, 2949826092126892291n, 5139283748462763858n, 6349198060258255764n]);
  });

  it("jumps 2^128 steps: the state from squaring the step's bit matrix 128 times", () => {
    const state = arena.takeBytes(32);
    words(state).set([1n, 2n, 3n, 4n]);
    kernels.rngJump(state);
    expect([...words(state)]).toEqual([10122426448480695249n, 8079205330032121950n, 7289065458748526725n, 9477464255293849680n]);
  });
});

describe("variates", () => {
  it("repeat with the seed, differ with another, and do not depend on chunking", () => {
    for (const [distribution, nu, lambda] of [
      [0, 0, 0],
      [1, 5, 0],
      [2, 5, -0.2],
    ]) {
      const whole = draw(7, 5000, distribution, nu, lambda);
      expect(draw(7, 5000, distribution, nu, lambda, 613)).toEqual(whole);
      expect(draw(8, 5000, distribution, nu, lambda)).not.toEqual(whole);
    }
  });

  // The 0.1% critical value is 1.95; the seed is fixed, so the result never varies.
  it("follow their distributions (Kolmogorov-Smirnov on 100,000 draws)", () => {
    expect(kolmogorov(draw(1, 100_000, 0, 0, 0), (x) => kernels.normalCdf(x))).toBeLessThan(1.95);
    for (const nu of [2.2, 4, 30]) {
      expect(kolmogorov(draw(2, 100_000, 1, nu, 0), (x) => kernels.unitStudentCdf(x, nu))).toBeLessThan(1.95);
      expect(kolmogorov(draw(3, 100_000, 2, nu, -0.4), (x) => kernels.skewedTCdf(x, nu, -0.4))).toBeLessThan(1.95);
    }
    const uniforms = arena.scope(() => {
      const out = arena.take(100_000);
      kernels.drawUniforms(stream(4), out, 0, 100_000);
      return arena.view(out, 100_000).slice();
    });
    expect(kolmogorov(uniforms, (x) => x)).toBeLessThan(1.95);
  });

  it("exceed the ziggurat's edge as often as a normal should", () => {
    const sample = draw(5, 1_000_000, 0, 0, 0);
    const beyond = sample.reduce((count, x) => count + (Math.abs(x) > 3.6541528853610088 ? 1 : 0), 0);
    const expected = 1_000_000 * kernels.normalTwoSided(3.6541528853610088);
    expect(Math.abs(beyond - expected)).toBeLessThan(4 * Math.sqrt(expected));
  });
});
