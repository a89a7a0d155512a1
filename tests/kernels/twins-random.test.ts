import { describe, expect, it } from "vitest";
import { permutedProductsBlock } from "../../assembly/build/factors-layouts.js";
import { wealthPathsBlock } from "../../assembly/build/risk-layouts.js";
import { testContext } from "./context";
import { furthest } from "./portfolio/portfolio-golden";
import { logGammaTwin, skewedDensity } from "./reference/densities";
import { uniforms } from "./reference/random";
import * as twin from "./reference/random-bits";
import { wealthTwin } from "./reference/rows";

const context = await testContext();
const { arena, kernels } = context;
const [risk, chaos, factors, volatility, validation] = await Promise.all([
  context.load("risk"),
  context.load("chaos"),
  context.load("factors"),
  context.load("volatility"),
  context.load("validation"),
]);

const words = (state: number) => [...new BigUint64Array(kernels.memory.buffer, state, 4)];
function stream(seed: number): number {
  const state = arena.takeBytes(32);
  kernels.rngSeed(state, seed);
  return state;
}
const next = uniforms(60);
const VALUES = Float64Array.from({ length: 101 }, () => 2 * next() - 1);
const SEEDS = [0, 1, 42, 1234567, 2 ** 40 + 3];

describe("seeded streams, bit by bit", () => {
  it("seeds of every module, draws and jumps equal the twin's", () => {
    for (const seed of SEEDS) {
      const expected = twin.seedTwin(seed);
      for (const seeded of [kernels.rngSeed, risk.rngSeed, volatility.rngSeed, validation.rngSeed]) {
        const state = arena.takeBytes(32);
        seeded(state, seed);
        expect(words(state)).toEqual(expected);
      }
      const state = stream(seed);
      for (let draw = 0; draw < 50; draw++) expect(BigInt.asUintN(64, kernels.rngNext(state))).toBe(twin.bitsTwin(expected));
      expect(words(state)).toEqual(expected);
    }
    const jumped = twin.jumpTwin(twin.seedTwin(42));
    for (const jump of [kernels.rngJump, risk.rngJump]) {
      const state = stream(42);
      jump(state);
      expect(words(state)).toEqual(jumped);
    }
  });

  it("uniform numbers and frequencies of the 0-1 test", () => {
    for (const seed of SEEDS) {
      const expected = twin.seedTwin(seed);
      const found = arena.scope(() => {
        const [state, out] = [stream(seed), arena.take(40)];
        for (const [from, to] of [
          [0, 13],
          [13, 40],
        ])
          kernels.drawUniforms(state, out, from, to);
        return [...arena.view(out, 40), chaos.zeroOneFrequency(state)];
      });
      const want = Array.from({ length: 40 }, () => twin.uniformTwin(expected));
      expect(found).toEqual([...want, (Math.PI / 5) * (1 + 3 * twin.uniformTwin(expected))]);
    }
  });

  it("shuffles keep the values, in the twin's order; another seed gives another", () => {
    const shuffled = (seed: number) =>
      arena.scope(() => {
        const [state, out] = [stream(seed), arena.put(VALUES)];
        chaos.shuffle(state, out, VALUES.length);
        return [...arena.view(out, VALUES.length)];
      });
    for (const seed of SEEDS) {
      expect(shuffled(seed)).toEqual(twin.shuffleTwin([...VALUES], twin.seedTwin(seed)));
      expect(shuffled(seed).sort()).toEqual([...VALUES].sort());
    }
    expect(shuffled(1)).not.toEqual(shuffled(2));
  });

  it("residuals sampled with replacement", () => {
    for (const seed of SEEDS) {
      const expected = twin.seedTwin(seed);
      const found = arena.scope(() => {
        const [state, out] = [stream(seed), arena.take(60)];
        volatility.drawResiduals(state, out, 0, 25, arena.put(VALUES), VALUES.length);
        volatility.drawResiduals(state, out, 25, 60, arena.put(VALUES), VALUES.length);
        return [...arena.view(out, 60)];
      });
      expect(found).toEqual(Array.from({ length: 60 }, () => VALUES[Math.floor(twin.uniformTwin(expected) * VALUES.length)]));
    }
  });

  it("moments of independent resamples, of even and odd length", () => {
    for (const n of [100, 101]) {
      const expected = twin.seedTwin(7);
      const found = arena.scope(() => {
        const [state, out] = [stream(7), arena.take(2 * 12)];
        const values = arena.put(VALUES);
        risk.independentMoments(state, values, n, 0, 5, out);
        risk.independentMoments(state, values, n, 5, 12, out);
        return [...arena.view(out, 2 * 12)];
      });
      const want = Array.from({ length: 12 }, () => twin.independentMomentsTwin([...VALUES.subarray(0, n)], expected)).flat();
      // Odd and even draws are summed apart.
      expect(furthest(found, want)).toBeLessThan(1e-15);
    }
  });

  it("products with shuffled blocks", () => {
    const other = Float64Array.from(VALUES, () => next());
    for (const [n, block] of [
      [101, 10],
      [100, 10],
      [53, 1],
    ]) {
      const expected = twin.seedTwin(8);
      const [a, b] = [VALUES.slice(0, n), other.slice(0, n)];
      const found = arena.scope(() => {
        const [state, out, order] = [stream(8), arena.take(20), arena.takeBytes(4 * n)];
        const shuffling = arena.block(permutedProductsBlock, {
          x: arena.put(a),
          y: arena.put(b),
          n,
          blockLength: block,
          stream: state,
          order,
          out,
        });
        factors.permutedProducts(shuffling, 20);
        return [...arena.view(out, 20)];
      });
      const want = Array.from({ length: 20 }, () => twin.permutedTwin([...a], [...b], block, expected));
      expect(furthest(found, want)).toBeLessThan(1e-12);
    }
  });

  it("innovations from every density", () => {
    const shapes: [distribution: number, nu: number, lambda: number][] = [
      [0, 0, 0],
      [1, 4.5, 0],
      [2, 7, -0.3],
      [3, 1.4, 0],
    ];
    const skewed = skewedDensity(7, -0.3);
    // c of the GED: the density at 0 is nu / (c 2^(1 + 1 / nu) Gamma(1 / nu)).
    const ged = Math.sqrt(2 ** (-2 / 1.4) * Math.exp(logGammaTwin(1 / 1.4) - logGammaTwin(3 / 1.4)));
    const draws = 5000;
    for (const [distribution, nu, lambda] of shapes) {
      const [shift, scale] = distribution === 2 ? [skewed.shift, skewed.scale] : [0, ged];
      for (const draw of [kernels.drawInnovations, volatility.drawInnovations]) {
        const expected = twin.seedTwin(31);
        const found = arena.scope(() => {
          const [state, out] = [arena.takeBytes(32), arena.take(draws)];
          (draw === kernels.drawInnovations ? kernels.rngSeed : volatility.rngSeed)(state, 31);
          draw(state, out, 99, distribution, nu, lambda);
          draw(state, out + 99 * 8, draws - 99, distribution, nu, lambda);
          return [...arena.view(out, draws)];
        });
        const want = Array.from({ length: draws }, () => twin.innovationTwin(expected, distribution, nu, lambda, shift, scale));
        // Logarithms and powers of two libraries: the same draws to the last digits.
        expect(Math.max(...found.map((value, i) => Math.abs(value - want[i]) / (1 + Math.abs(want[i]))))).toBeLessThan(1e-11);
      }
    }
  });

  it("Monte-Carlo paths are sums of the module's own draws", () => {
    const [paths, steps, drift, deviation, nu] = [8, 30, -0.001, 0.02, 5];
    const found = arena.scope(() => {
      const [noise, ends, falls] = [arena.take(4 * steps), arena.take(paths), arena.take(paths)];
      const state = arena.takeBytes(32);
      risk.rngSeed(state, 9);
      risk.wealthPaths(
        arena.block(wealthPathsBlock, { stream: state, steps, drift, deviation, nu, noise, terminal: ends, falls }),
        0,
        paths,
      );
      return [...arena.view(ends, paths)].map((end, path) => [end, arena.view(falls, paths)[path]]);
    });
    // Four paths take turns, one step after the other.
    const shocks = arena.scope(() => {
      const out = arena.take(paths * steps);
      kernels.drawInnovations(stream(9), out, paths * steps, 1, nu, 0);
      return arena.view(out, paths * steps).slice();
    });
    for (let path = 0; path < paths; path++) {
      const own = Array.from({ length: steps }, (_, t) => shocks[(path - (path % 4)) * steps + 4 * t + (path % 4)]);
      expect(furthest(found[path], wealthTwin(own, drift, deviation))).toBeLessThan(1e-13);
    }
  });
});
