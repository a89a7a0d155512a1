import { describe, expect, it } from "vitest";
import { bucketSumsBlock, crossSectionBlock, pairUpBlock, positionReturnsBlock } from "../../assembly/build/factors-layouts.js";
import { fitColumnsBlock, nelsonProductBlock, nelsonSumBlock, standardizationBlock } from "../../assembly/build/volatility-layouts.js";
import { testContext } from "./context";
import * as twin from "./reference/cells";
import { plainRanks, plainSpearman } from "./reference/factors";
import { randomWalk, uniforms } from "./reference/random";
import * as rows from "./reference/rows";
import { expectTwin } from "./twin-run";

const context = await testContext();
const { kernels } = context;
const [factors, risk, regimes, structure, volatility] = await Promise.all([
  context.load("factors"),
  context.load("risk"),
  context.load("regimes"),
  context.load("structure"),
  context.load("volatility"),
]);

const N = 203;
const next = uniforms(40);
const PRICES = randomWalk(N, 41);
/** Both signs, a few zeros. */
const VALUES = Float64Array.from({ length: N }, (_, t) => (t % 17 === 5 ? 0 : 2 * next() - 1));
const SIGMA = Float64Array.from({ length: N }, () => 0.5 + next());
/** Every seventh value is missing; in the other, every fifth. */
const GAPS = VALUES.map((value, t) => (t % 7 === 3 ? Number.NaN : value));
const OTHER = PRICES.map((value, t) => (t % 5 === 2 ? Number.NaN : value - 100));
/** Sums of a few hundred terms in another order, or four at a time. */
const SUMS = 1e-12;
/** The kernels' own logarithms and powers, which differ from the engine's in the last digit. */
const LAST_DIGIT = 1e-15;

describe("core columns, against their twins", () => {
  it("squares, deviations, absolute values, lagged products", () => {
    const one = { n: N, inputs: [VALUES], outs: [N] };
    expectTwin(context, {
      ...one,
      call: ([x], [out], from, to) => kernels.squareColumn(x, out, from, to),
      expected: [twin.squareTwin(VALUES)],
    });
    expectTwin(context, {
      ...one,
      call: ([x], [out], from, to) => kernels.centerColumn(x, out, from, to, 0.25),
      expected: [twin.centerTwin(VALUES, 0.25)],
    });
    expectTwin(context, {
      ...one,
      call: ([x], [out], from, to) => kernels.magnitudes(x, from, to, out),
      expected: [twin.magnitudeTwin(VALUES)],
    });
    expectTwin(context, {
      n: N,
      inputs: [VALUES],
      outs: [6],
      tolerance: SUMS,
      call: ([x], [sums], from, to) => kernels.laggedProducts(x, from, to, 5, sums),
      expected: [twin.laggedProductsTwin(VALUES, 5)],
    });
  });

  it("momentum, simple returns, logarithms of absolute values", () => {
    const one = { n: N, inputs: [PRICES], outs: [N] };
    expectTwin(context, {
      ...one,
      call: ([x], [out], from, to) => kernels.momentum(x, from, to, 9, out),
      expected: [twin.momentumTwin(PRICES, 9)],
    });
    const odd = PRICES.map((price, t) => (t === 50 ? 0 : t === 90 ? -3 : price));
    expectTwin(context, {
      n: N,
      inputs: [odd],
      outs: [N],
      tolerance: LAST_DIGIT,
      call: ([x], [out], from, to) => kernels.simpleReturns(x, from, to, out),
      expected: [twin.simpleReturnsTwin(odd)],
    });
    for (const { logAbsolute } of [structure, volatility]) {
      expectTwin(context, {
        n: N,
        inputs: [VALUES],
        outs: [N],
        tolerance: LAST_DIGIT,
        call: ([x], [out], from, to) => logAbsolute(x, out, from, to, 1e-3),
        expected: [twin.logAbsoluteTwin(VALUES, 1e-3)],
      });
    }
  });

  it("missing, infinite and non-positive values", () => {
    const odd = PRICES.map((price, t) => (t === 120 ? Number.POSITIVE_INFINITY : t === 77 ? -1 : t % 30 === 29 ? Number.NaN : price));
    const whole = { n: N, inputs: [odd], chunks: [] };
    expectTwin(context, {
      n: N,
      inputs: [odd],
      call: ([x], _, from, to) => kernels.countMissing(x, from, to),
      expected: [[twin.countTwin(odd, Number.isNaN)]],
    });
    const firsts: [(x: number, from: number, to: number) => number, (value: number) => boolean][] = [
      [kernels.firstNotFinite, (value) => !Number.isFinite(value)],
      [kernels.firstNonPositive, (value) => !(value > 0)],
    ];
    for (const [kernel, is] of firsts) {
      expectTwin(context, { ...whole, call: ([x]) => kernel(x, 0, N), expected: [[twin.firstTwin(odd, is)]] });
      expectTwin(context, { ...whole, inputs: [PRICES], call: ([x]) => kernel(x, 0, N), expected: [[twin.firstTwin(PRICES, is)]] });
    }
    expectTwin(context, {
      n: N,
      inputs: [GAPS],
      call: ([x], _, from, to) => regimes.countAtLeast(x, from, to, 0.2),
      expected: [[twin.countTwin(GAPS, (value) => value >= 0.2)]],
    });
  });

  it("cross products of the regressions: ARCH-LM, sign bias", () => {
    const cut = { tolerance: SUMS };
    expectTwin(context, {
      n: N,
      inputs: [VALUES],
      outs: [36],
      ...cut,
      call: ([x], [matrix], from, to) => expect(kernels.archMoments(x, from, to, 4, matrix)).toBe(0),
      expected: [twin.crossProductsTwin(twin.archRows(VALUES, 4))],
    });
    expectTwin(context, {
      n: N,
      inputs: [VALUES, SIGMA],
      outs: [25],
      ...cut,
      call: ([z, sigma], [matrix], from, to) => volatility.signBiasMoments(z, sigma, from, to, matrix),
      expected: [twin.crossProductsTwin(twin.signBiasRows(VALUES, SIGMA))],
    });
  });

  it("standardized returns, volatilities, sums of the data", () => {
    expectTwin(context, {
      n: N,
      inputs: [VALUES, SIGMA],
      outs: [N],
      call: ([r, sigma], [out], from, to) => kernels.standardizeReturns(r, sigma, from, to, 0.1, out),
      expected: [twin.standardizeTwin(VALUES, SIGMA, 0.1)],
    });
    expectTwin(context, {
      n: N,
      inputs: [VALUES, SIGMA],
      outs: [N, N],
      call: ([y, spread], [volatility, residuals], from, to) => {
        const columns = { y, spread, mu: 0.1, scale: 3, volatility, residuals };
        kernels.garchColumns(context.arena.block(fitColumnsBlock, columns), from, to);
      },
      // Chunks begin at pairs of values.
      chunks: [2, 64],
      expected: twin.columnsTwin(VALUES, SIGMA, 0.1, 3),
    });
    expectTwin(context, {
      n: N,
      inputs: [VALUES],
      outs: [4],
      tolerance: SUMS,
      chunks: [2, 64],
      call: ([x], [out], from, to) => void kernels.garchMoments(x, 0.3, from, to, out),
      expected: [twin.sumsTwin(VALUES, 0.3)],
    });
    const standard = twin.standardizeTwin(VALUES, new Float64Array(N).fill(2.5), 0.3);
    const power = (p: number) => standard.reduce((sum, value) => sum + value ** p, 0);
    expectTwin(context, {
      n: N,
      inputs: [VALUES],
      outs: [N, 3],
      tolerance: SUMS,
      chunks: [2, 64],
      call: ([x], [y, out], from, to) =>
        kernels.garchStandardize(context.arena.block(standardizationBlock, { x, y, mean: 0.3, scale: 2.5, out }), from, to),
      expected: [standard, [power(1), power(2), power(4)]],
    });
  });

  it("Nelson's sums and products, the local Whittle minimum", () => {
    const [alpha, gamma, beta] = [0.1, 0.07, 0.85];
    expectTwin(context, {
      n: N,
      inputs: [VALUES],
      outs: [2],
      tolerance: SUMS,
      call: ([residuals], [sums], from, to) =>
        volatility.nelsonSum(context.arena.block(nelsonSumBlock, { residuals, alpha, gamma, beta, sums }), from, to),
      expected: [twin.nelsonSumTwin(VALUES, alpha, gamma, beta)],
    });
    expectTwin(context, {
      n: N,
      inputs: [VALUES],
      outs: [N],
      tolerance: SUMS,
      call: ([residuals], [out], from, to) => volatility.nelsonPowers(residuals, 1.3, out, from, to),
      expected: [twin.nelsonPowersTwin(VALUES, 1.3)],
    });
    const [arch, garch, gammas] = [
      [0.1, 0.05, 0.02],
      [0.5, 0.3],
      [0.07, -0.02, 0.04],
    ];
    // The kernel's vector: h twice, e^2 before twice, each 1 at first; it divides by their sum at each step, at the end what is left is put back.
    const weights = Float64Array.of(...arch, ...garch, ...gammas);
    const vector = Float64Array.of(1, 1, 1, 1);
    const { arena } = context;
    const growth = (chunk: number) =>
      arena.scope(() => {
        const [z, w, v] = [VALUES, weights, vector].map((column) => arena.put(column));
        const terms = arena.block(nelsonProductBlock, { residuals: z, weights: w, p: 2, q: 3, vector: v });
        let sum = 0;
        for (let from = 0; from < N; from += chunk) sum += volatility.nelsonProduct(terms, from, Math.min(N, from + chunk));
        return sum + Math.log(arena.view(v, 4)[0]);
      });
    const expected = twin.nelsonProductTwin(VALUES, arch, garch, gammas);
    for (const chunk of [N, 50, 1]) expect(Math.abs(growth(chunk) - expected)).toBeLessThan(1e-11 * Math.abs(expected));

    const periodogram = Float64Array.from({ length: 40 }, (_, j) => (j + 1) ** -0.6 * -Math.log(1 - next()));
    for (const { localWhittle } of [structure, volatility]) {
      const d = arena.scope(() => localWhittle(arena.put(periodogram), 40));
      // The grid of the twin is 5e-5 wide.
      expect(Math.abs(d - twin.localWhittleTwin([...periodogram]))).toBeLessThan(5e-5);
    }
  });

  it("the fingerprint, decimation", () => {
    const { arena } = context;
    const found = arena.scope(() => {
      const [x, state] = [arena.put(VALUES), arena.takeBytes(16)];
      const words = () => new BigUint64Array(kernels.memory.buffer, state, 2);
      words().set([11n, 12n]);
      kernels.mixBits(x, 0, N, state);
      return [...words()];
    });
    expect(found).toEqual(twin.mixTwin(new BigUint64Array(VALUES.buffer), [11n, 12n]));
    const thinned = arena.scope(() => {
      const x = arena.put(VALUES);
      kernels.everyNth(x, 6, 30);
      return [...arena.view(x, 30)];
    });
    expect(thinned).toEqual(twin.everyNthTwin(VALUES, 6, 30));
  });
});

describe("factor columns, against their twins", () => {
  it("logarithms, quotients, differences, signs", () => {
    const one = { n: N, inputs: [OTHER], outs: [N] };
    expectTwin(context, {
      ...one,
      tolerance: LAST_DIGIT,
      call: ([x], [out], from, to) => factors.logarithms(x, from, to, out),
      expected: [twin.logarithmTwin(OTHER)],
    });
    expectTwin(context, {
      n: N,
      inputs: [GAPS, OTHER],
      outs: [N],
      call: ([a, b], [out], from, to) => factors.quotient(a, b, from, to, 100, out),
      expected: [twin.quotientTwin(GAPS, OTHER, 100)],
    });
    expectTwin(context, {
      ...one,
      call: ([x], [out], from, to) => factors.lagDifference(x, from, to, 11, out),
      expected: [twin.momentumTwin(OTHER, 11)],
    });
    expectTwin(context, {
      ...one,
      call: ([x], [out], from, to) => factors.leadDifference(x, from, to, N, 11, out),
      expected: [twin.leadTwin(OTHER, 11)],
    });
    expectTwin(context, {
      n: N,
      inputs: [OTHER, GAPS],
      outs: [N],
      call: ([x, s], [out], from, to) => factors.signed(x, s, from, to, 0.5, out),
      expected: [twin.signedTwin(OTHER, GAPS, 0.5).map((value) => value + 0)],
    });
    const impulses = VALUES.map((value, t) => (t < 20 || t % 9 > 0 ? 0 : value));
    expectTwin(context, {
      n: N,
      inputs: [impulses, Float64Array.of(Number.NaN)],
      outs: [N],
      call: ([x, state], [out], from, to) => factors.fade(x, from, to, 0.9, out, state),
      // The state is an input, which every run starts again.
      expected: [twin.fadeTwin(impulses, 0.9)],
    });
    expectTwin(context, {
      n: N,
      inputs: [GAPS],
      outs: [N, N],
      call: ([x], [sums, counts], from, to) => factors.addKnown(x, from, to, sums, counts),
      expected: [GAPS.map((value) => value || 0), GAPS.map((value) => twin.countTwin(Float64Array.of(value), (one) => !Number.isNaN(one)))],
    });
  });

  it("valid pairs, and their scattering back", () => {
    const places = twin.bothKnown(GAPS, OTHER);
    const pick = (x: Float64Array) => [...places.map((t) => x[t]), ...new Array(N - places.length).fill(0)];
    for (const chunk of [N, 10]) {
      const { arena } = context;
      arena.scope(() => {
        const [x, y, a, b, back] = [GAPS, OTHER, new Float64Array(N), new Float64Array(N), new Float64Array(N).fill(7)].map((c) =>
          arena.put(c),
        );
        const at = arena.takeBytes(4 * N);
        let kept = 0;
        const block = arena.block(pairUpBlock, { x, y, outX: a, outY: b, places: at });
        for (let from = 0; from < N; from += chunk) kept = factors.pairUp(block, from, Math.min(N, from + chunk), kept);
        expect([...new Int32Array(kernels.memory.buffer, at, kept)]).toEqual(places);
        expect([...arena.view(a, N)]).toEqual(pick(GAPS));
        expect([...arena.view(b, N)]).toEqual(pick(OTHER));
        factors.putBack(a, at, 0, kept, back);
        expect([...arena.view(back, N)]).toEqual([...GAPS].map((value, t) => (places.includes(t) ? value : 7)));
      });
    }
  });

  it("positions, buckets, slopes, ranks of few values", () => {
    expectTwin(context, {
      n: N,
      inputs: [GAPS, VALUES],
      outs: [N, N, 4],
      call: ([f, r], [out, active, counts], from, to) =>
        factors.positionReturns(context.arena.block(positionReturnsBlock, { factor: f, returns: r, out, active, counts }), from, to),
      expected: twin.positionTwin(GAPS, VALUES),
    });
    const edges = [-0.5, 0, 0.4];
    expectTwin(context, {
      n: N,
      inputs: [VALUES, PRICES, Float64Array.from(edges)],
      outs: [12],
      call: ([x, y, e], [out], from, to) =>
        factors.bucketSums(context.arena.block(bucketSumsBlock, { x, y, edges: e, buckets: 4, out }), from, to),
      expected: [twin.bucketTwin(VALUES, PRICES, edges)],
    });
    expectTwin(context, {
      n: N,
      inputs: [PRICES],
      outs: [N],
      tolerance: SUMS,
      call: ([x], [out], from, to) => factors.rollingSlope(x, from, to, 15, out),
      expected: [twin.slopeTwin(PRICES, 15)],
    });
    const { arena } = context;
    const [a, b] = [GAPS, OTHER].map((x) => Float64Array.from(twin.bothKnown(GAPS, OTHER).slice(0, 25), (t) => Math.round(4 * x[t])));
    arena.scope(() => {
      const [x, y, ranks] = [arena.put(a), arena.put(b), arena.take(50)];
      expect(factors.shortSpearman(x, y, 25, ranks)).toBeCloseTo(plainSpearman(a, b), 14);
      const [p, q] = [plainRanks(a), plainRanks(b)].map((column) => arena.put(Float64Array.from(column)));
      expect([...arena.view(ranks, 25)]).toEqual(plainRanks(a));
      expect(factors.rankCorrelation(p, q, 25)).toBeCloseTo(plainSpearman(a, b), 14);
      expect(factors.rankProducts(p, q, 25)).toBe(plainRanks(a).reduce((sum, rank, i) => sum + rank * plainRanks(b)[i], 0));
    });
  });

  it("formula cells: choices, functions, operators, shifts, differences", () => {
    const three = { n: N, inputs: [GAPS, PRICES, OTHER], outs: [N] };
    expectTwin(context, {
      ...three,
      call: ([is, yes, no], [out], from, to) => factors.chooseCells(is, yes, no, from, to, out),
      expected: [twin.chooseTwin(GAPS, PRICES, OTHER)],
    });
    for (let operator = 0; operator < 4; operator++) {
      expectTwin(context, {
        ...three,
        tolerance: LAST_DIGIT,
        call: ([x], [out], from, to) => factors.transformCells(x, from, to, operator, out),
        expected: [twin.unaryTwin(GAPS, operator)],
      });
    }
    for (let operator = 0; operator < 14; operator++) {
      expectTwin(context, {
        ...three,
        tolerance: 4 * LAST_DIGIT,
        call: ([a, , b], [out], from, to) => factors.combineCells(b, a, from, to, operator, out),
        expected: [twin.binaryTwin(OTHER, GAPS, operator)],
      });
    }
    for (const lag of [4, -4]) {
      expectTwin(context, {
        ...three,
        call: ([x], [out], from, to) => factors.shiftCells(x, N, from, to, lag, out),
        expected: [twin.shiftTwin(GAPS, lag)],
      });
    }
    expectTwin(context, {
      ...three,
      call: (_, [out], from, to) => factors.fillCells(out, from, to, 3),
      expected: [twin.chooseTwin(new Float64Array(N), GAPS, new Float64Array(N).fill(3))],
    });
    const changed = GAPS.map((value, t) => (t === 90 ? 5 : value));
    expectTwin(context, {
      n: N,
      inputs: [GAPS, changed],
      chunks: [],
      call: ([a, b]) => factors.firstDifference(a, b, 0, N),
      expected: [
        [
          twin.firstTwin(
            GAPS.map((value, t) => Number(!Object.is(value, changed[t]))),
            Boolean,
          ),
        ],
      ],
    });
    expectTwin(context, {
      n: N,
      inputs: [GAPS],
      tolerance: SUMS,
      call: ([x], _, from, to) => factors.sumMagnitudes(x, from, to),
      expected: [[twin.magnitudeTwin(GAPS).reduce((sum, value) => sum + (value || 0), 0)]],
    });
  });

  it("a row over its norm, and factors across assets, date by date", () => {
    const [assets, days] = [6, 40];
    const table = (every: number) =>
      Array.from({ length: assets }, (_, i) =>
        Float64Array.from({ length: days }, (_, t) => ((t + i) % every === 1 ? Number.NaN : Math.round(8 * next()) / 4 - 1)),
      );
    const [factor, forward] = [table(7), table(9)];
    const flat = (columns: Float64Array[]) => Float64Array.from(columns.flatMap((column) => [...column]));
    const across = Array.from({ length: days }, (_, t) => rows.scaleAcrossTwin(factor.map((column) => column[t])));
    expectTwin(context, {
      n: days,
      inputs: [flat(factor)],
      outs: [assets * days],
      tolerance: SUMS,
      call: ([x], [out], from, to) => factors.scaleAcross(x, days, assets, from, to, out),
      expected: [factor.flatMap((_, i) => across.map((row) => row[i]))],
    });
    const [least, top] = [4, 0.3];
    const spearman = (x: readonly number[], y: readonly number[]) => plainSpearman(x, y);
    const dates = Array.from({ length: days }, (_, t) =>
      rows.crossSectionTwin(factor, forward, t, least, top, { ranks: plainRanks, spearman }),
    );
    expectTwin(context, {
      n: days,
      inputs: [flat(factor), flat(forward)],
      outs: [7 * assets, assets * days, days, days, days, days],
      tolerance: SUMS,
      call: ([x, y], [scratch, percent, ic, spread, renewal, steadiness], from, to) => {
        factors.crossSection(
          context.arena.block(crossSectionBlock, {
            factor: x,
            forward: y,
            n: days,
            assets,
            least,
            top,
            scratch,
            percent,
            ic,
            spread,
            renewal,
            steadiness,
          }),
          from,
          to,
        );
        // What is left in the scratch is no result.
        context.arena.view(scratch, 7 * assets).fill(0);
      },
      expected: [
        new Float64Array(7 * assets),
        factor.flatMap((_, i) => dates.map(({ places }) => places[i])),
        dates.map(({ ic }) => ic),
        dates.map(({ spread }) => spread),
        dates.map(({ renewal }) => renewal),
        dates.map(({ steadiness }) => steadiness),
      ],
    });
  });

  it("wealth from returns, in each module that has it", () => {
    const calls: ((r: number, from: number, to: number, out: number) => void)[] = [
      (r, from, to, out) => factors.compound(r, from, to, 0.1, out),
      (r, from, to, out) => regimes.compound(r, from, to, 0.1, out),
    ];
    for (const call of calls) {
      expectTwin(context, {
        n: N,
        inputs: [VALUES],
        outs: [N + 1],
        tolerance: SUMS,
        call: ([r], [out], from, to) => call(r, from, to, out),
        expected: [twin.compoundTwin(VALUES, 0.1)],
      });
    }
    const fractions = VALUES.map((value) => 0.1 * value);
    expectTwin(context, {
      n: N,
      inputs: [fractions],
      outs: [N + 1],
      tolerance: SUMS,
      call: ([r], [out], from, to) => risk.compound(r, from, to, out),
      expected: [twin.compoundTwin(fractions, 1)],
    });
  });
});
