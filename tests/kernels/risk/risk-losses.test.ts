import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Shape } from "../../../workers/performance/performance";
import { sharpeRatio, sortinoRatio } from "../../../workers/performance/ratios";
import { sharpeError } from "../../../workers/performance/sharpe-error";
import { contributionsOf } from "../../../workers/risk/contributions";
import { drawdownsOf } from "../../../workers/risk/drawdowns";
import { shapeAt as shapeOfColumn } from "../../../workers/risk/shape-at";
import { fitStudent } from "../../../workers/risk/student-fit";
import { cornishFisherHolds, lossFigures, simulatedLoss } from "../../../workers/risk/value-at-risk";
import { backtestLosses, type LossMethod } from "../../../workers/risk/var-backtest";
import { coverageTests } from "../../../workers/risk/var-tests";
import { indexReturns } from "../../fixtures/golden";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";
import { episodesTwin } from "../reference/performance";
import { uniforms } from "../reference/random";
import { quantileTwin } from "../reference/resampling";

const context = await testContext();
const risk = await context.load("risk");
const { arena, kernels } = context;

const INDICES = ["DAX", "SMI", "CAC", "FTSE"];
const dax = await indexReturns("DAX");

const shapeAt = (address: number, n: number): Shape => shapeOfColumn(context, risk, address, n);

const studentOf = (values: Float64Array) =>
  arena.scope(() => {
    const address = arena.put(values);
    return fitStudent(context, risk, address, shapeAt(address, values.length));
  });

/** scipy 1.17.1: the best of four Nelder-Mead searches of stats.t's likelihood, to 1e-12. */
const SCIPY_T = {
  DAX: { location: 0.0007911127665301539, scale: 0.0075519611935273385, nu: 4.215085488797164, logLikelihood: 5982.434117503317 },
  SMI: { location: 0.001074799641456167, scale: 0.006845979785172757, nu: 4.342722728006367, logLikelihood: 6178.9837555962795 },
  CAC: { location: 0.0005114817744531865, scale: 0.009193247187550255, nu: 6.571821229601477, logLikelihood: 5787.109902658814 },
  FTSE: { location: 0.00045215446072608995, scale: 0.0066283839031186865, nu: 6.6492155267490185, logLikelihood: 6398.704911590484 },
};

it("keeps the marked values", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.double({ noNaN: true, min: -9, max: 9 }), fc.constantFrom(0, 1, Number.NaN)), { maxLength: 40 }),
      (rows) => {
        const [values, marks] = [Float64Array.from(rows, ([value]) => value), Float64Array.from(rows, ([, mark]) => mark)];
        const found = arena.scope(() => {
          const [from, to, out] = [arena.put(values), arena.put(marks), arena.take(rows.length)];
          const half = rows.length >> 1;
          risk.markedValues(from, to, 0, half, out);
          risk.markedValues(from, to, half, rows.length, out);
          return arena.view(out, rows.length).slice();
        });
        expect(found).toEqual(values.map((value, i) => (marks[i] === 1 ? value : Number.NaN)));
      },
    ),
  );
});

describe("Student's t fitted to returns", () => {
  for (const [index, expected] of Object.entries(SCIPY_T)) {
    // The search's own stop leaves six digits of the parameters; the likelihood at its top is flat.
    it(`equals scipy's for ${index}`, async () => {
      const fit = studentOf(await indexReturns(index));
      expect(fit?.logLikelihood).toBeGreaterThan(expected.logLikelihood - 1e-7);
      expect((fit?.logLikelihood ?? 0) - expected.logLikelihood).toBeLessThan(1e-4);
      expect((fit?.nu ?? 0) / expected.nu).toBeCloseTo(1, 4);
      expect((fit?.scale ?? 0) / expected.scale).toBeCloseTo(1, 5);
      expect(Math.abs((fit?.location ?? 0) - expected.location)).toBeLessThan(1e-8);
    });
  }

  it("is equivariant in shift and scale", () => {
    const plain = studentOf(dax);
    const moved = studentOf(dax.map((r) => 100 * r + 3));
    expect((moved?.scale ?? 0) / (plain?.scale ?? 1)).toBeCloseTo(100, 6);
    expect(moved?.nu).toBeCloseTo(plain?.nu ?? 0, 6);
    expect(moved?.location).toBeCloseTo(100 * (plain?.location ?? 0) + 3, 8);
  });

  it("stays within bounds for thin tails, very fat tails, an outlier and few values; a constant has no fit", () => {
    const next = uniforms(3);
    const flat = studentOf(Float64Array.from({ length: 400 }, next));
    expect(flat?.nu).toBe(200);
    const cauchy = studentOf(Float64Array.from({ length: 400 }, () => Math.tan(Math.PI * (next() - 0.5))));
    expect(cauchy?.nu).toBe(2.1);
    for (const values of [dax.slice(0, 300).fill(5, 7, 8), dax.slice(0, 10), dax.map((r) => 1e-12 * r), dax.map((r) => 1e9 * r)]) {
      const fit = studentOf(values);
      expect(Object.values(fit ?? { none: Number.NaN }).every(Number.isFinite)).toBe(true);
      expect(fit?.iterations).toBeLessThan(60);
    }
    expect(studentOf(new Float64Array(50).fill(0.01))).toBeNull();
  });
});

describe("value at risk and expected shortfall", () => {
  const shape = arena.scope(() => shapeAt(arena.put(dax), dax.length));
  const tailOf = (p: number): [number, number] => {
    const quantile = quantileTwin(dax, p);
    const below = dax.filter((r) => r <= quantile);
    return [quantile, below.reduce((a, b) => a + b, 0) / below.length];
  };
  const losses = (confidence: number) =>
    lossFigures(kernels, risk, shape, tailOf(1 - confidence), { ...SCIPY_T.DAX, iterations: 0 }, confidence);

  it("of a t distribution equal scipy's (stats.t.ppf and expect)", () => {
    const expected = [
      [0.9, 0.01067437230154218, 0.01768080501620548],
      [0.95, 0.015075345746610411, 0.022752640161799106],
      [0.99, 0.026724302699028903, 0.03701978017603511],
    ];
    for (const [confidence, loss, shortfall] of expected) {
      expect(losses(confidence).studentVar).toBeCloseTo(loss, 12);
      expect(losses(confidence).studentShortfall).toBeCloseTo(shortfall, 10);
    }
  });

  it("the Cornish-Fisher shortfall is the mean of the expansion over the tail (scipy's quadrature)", () => {
    for (const [confidence, shortfall] of [
      [0.9, 0.021495353107712292],
      [0.95, 0.030959487376638395],
      [0.99, 0.05805005810917415],
    ]) {
      expect(losses(confidence).cornishFisherShortfall).toBeCloseTo(shortfall, 12);
    }
  });

  it("Cornish-Fisher is valid where its expansion is monotone, as a search over z confirms", () => {
    fc.assert(
      fc.property(fc.integer({ min: -150, max: 150 }), fc.integer({ min: -100, max: 900 }), (s, k) => {
        const [skewness, kurtosis] = [s / 100, k / 100];
        const slope = (z: number) => 1 + (z * skewness) / 3 + ((3 * z * z - 3) * kurtosis) / 24 - ((6 * z * z - 5) * skewness ** 2) / 36;
        const grid = Array.from({ length: 40_001 }, (_, i) => slope(Math.sinh((i - 20_000) / 1500)));
        const least = Math.min(...grid);
        if (Math.abs(least) < 1e-4) return;
        expect(cornishFisherHolds({ n: 1, mean: 0, deviation: 1, skewness, kurtosis })).toBe(least > 0 && Math.abs(skewness) <= 1);
      }),
    );
    expect(cornishFisherHolds({ n: 1, mean: 0, deviation: 1, skewness: null, kurtosis: null })).toBe(true);
  });

  it("from seeded draws are within four standard errors of the exact figures, and repeat with the seed", () => {
    const { location, scale, nu } = SCIPY_T.DAX;
    const student = { location, deviation: scale * Math.sqrt(nu / (nu - 2)), nu };
    const normal = { location: shape.mean, deviation: shape.deviation, nu: null };
    for (const confidence of [0.9, 0.95, 0.99]) {
      const exact = losses(confidence);
      for (const seed of [1, 2, 3]) {
        const t = simulatedLoss(context, risk, student, confidence, 10_000, seed);
        expect(Math.abs(t.valueAtRisk - (exact.studentVar ?? 0))).toBeLessThan(4 * t.error);
        const gauss = simulatedLoss(context, risk, normal, confidence, 10_000, seed);
        expect(Math.abs(gauss.valueAtRisk - exact.parametricVar)).toBeLessThan(4 * gauss.error);
        expect(gauss.shortfall).toBeGreaterThan(gauss.valueAtRisk);
      }
    }
    const first = simulatedLoss(context, risk, student, 0.95, 10_000, 1);
    expect(simulatedLoss(context, risk, student, 0.95, 10_000, 1)).toEqual(first);
    expect(simulatedLoss(context, risk, student, 0.95, 10_000, 2)).not.toEqual(first);
  });

  // manifest: risk_*, "mc_normal_se_per_sqrtN".
  it("has the standard error of the golden file", () => {
    const { error } = simulatedLoss(context, risk, { location: 0, deviation: shape.deviation, nu: null }, 0.95, 1_000_000, 4);
    // The density is taken at the drawn quantile, which moves the error by about 1%.
    expect((error * 1000) / 0.0217254256981606).toBeCloseTo(1, 2);
  });
});

describe("coverage tests", () => {
  const counted = (observations: number, exceptions: number) => ({ observations, exceptions, n00: 0, n01: 0, n10: 0, n11: 0 });

  // Kupiec 1995, table of non-rejection regions at the 95% level: share, sample, lowest and highest count not rejected.
  it("reject outside Kupiec's published limits", () => {
    for (const [share, n, low, high] of [
      [0.01, 255, 0, 6],
      [0.01, 510, 2, 10],
      [0.01, 1000, 5, 16],
      [0.05, 255, 7, 20],
      [0.05, 510, 17, 35],
      [0.05, 1000, 38, 64],
      [0.1, 1000, 82, 119],
    ]) {
      for (let x = 0; x <= high + 3; x++) {
        const { unconditional } = coverageTests(kernels, counted(n, x), share);
        // The smallest table entry counts no exception at all as not rejected, though the test rejects it.
        if (x === 0 && low === 0) continue;
        expect(unconditional.pValue > 0.05, `${share} ${n} ${x}`).toBe(x >= low && x <= high);
      }
    }
  });

  // scipy 1.17.1 on the formulas.
  it("agree with scipy, with and without exceptions", () => {
    const cases: [Parameters<typeof coverageTests>[1], number, number[]][] = [
      [
        { observations: 1000, exceptions: 68, n00: 880, n01: 51, n10: 52, n11: 16 },
        0.05,
        [6.161146455355265, 0.013058654308470394, 21.872005506815697, 2.9145495127087983e-6, 28.03315196217096, 8.178589229200842e-7],
      ],
      [
        { observations: 250, exceptions: 0, n00: 249, n01: 0, n10: 0, n11: 0 },
        0.01,
        [5.025167926750726, 0.02498150305344973, 0, 1, 5.025167926750726, 0.08105851616218127],
      ],
      [
        { observations: 500, exceptions: 4, n00: 491, n01: 4, n10: 4, n11: 0 },
        0.01,
        [0.21687043247359838, 0.6414349083222723, 0.06464716822799943, 0.7992961876829392, 0.2815176007015978, 0.8686988162801845],
      ],
    ];
    for (const [counts, share, expected] of cases) {
      const { unconditional, independence, conditional } = coverageTests(kernels, counts, share);
      const found = [unconditional, independence, conditional].flatMap(({ statistic, pValue }) => [statistic, pValue]);
      for (const [i, value] of found.entries()) expect(Math.abs(value - expected[i])).toBeLessThan(1e-10 * Math.max(1, expected[i]));
    }
    expect(coverageTests(kernels, counted(0, 0), 0.05).conditional.pValue).toBe(1);
  });
});

describe("backtest of a value at risk", () => {
  const backtest = (method: LossMethod, window = 252) => {
    const found = arena.scope(() =>
      backtestLosses(context, risk, { address: arena.put(dax), n: dax.length }, { method, window, confidence: 0.95 }),
    );
    if (!found) throw new Error("no backtest");
    return found;
  };
  const total = (values: Float64Array, window = 252) => values.subarray(window).reduce((a, b) => a + b, 0);

  // numpy 2.4.6 over every window: sum of the values at risk, exceptions.
  it("uses only the window before each day, with numpy's figures", () => {
    const historical = backtest("historical");
    expect(historical.valueAtRisk[252]).toBeCloseTo(0.009091625493372123, 12);
    expect(historical.valueAtRisk[dax.length - 1]).toBeCloseTo(0.024465990898131486, 12);
    expect(total(historical.valueAtRisk)).toBeCloseTo(24.884099564897344, 9);
    expect(historical.counts).toMatchObject({ observations: 1607, exceptions: 106, n11: 14 });
    expect(historical.expected).toBeCloseTo(80.35, 10);
    expect(historical.valueAtRisk.subarray(0, 252).every(Number.isNaN)).toBe(true);
    const parametric = backtest("parametric");
    expect(total(parametric.valueAtRisk)).toBeCloseTo(24.47063762980444, 9);
    expect(parametric.counts.exceptions).toBe(108);
    const expanded = backtest("cornish-fisher");
    expect(total(expanded.valueAtRisk)).toBeCloseTo(24.479277113249093, 9);
    expect(expanded.counts.exceptions).toBe(109);
  });

  it("has the exceptions, and counts their transitions", () => {
    for (const method of ["historical", "parametric", "monte-carlo"] as const) {
      const { exceptions, valueAtRisk, counts } = backtest(method, 100);
      const marks = dax.map((r, t) => (t < 100 ? Number.NaN : -r > valueAtRisk[t] ? 1 : 0));
      expect(exceptions).toEqual(dax.map((r, t) => (marks[t] === 1 ? r : Number.NaN)));
      const pairs = (a: number, b: number) => marks.filter((mark, t) => t > 100 && mark === b && marks[t - 1] === a).length;
      expect([counts.n00, counts.n01, counts.n10, counts.n11]).toEqual([pairs(0, 0), pairs(0, 1), pairs(1, 0), pairs(1, 1)]);
    }
  });

  it("does not use the day itself or later ones", () => {
    const before = backtest("historical").valueAtRisk.slice(0, 1001);
    const changed = dax.slice().fill(-0.5, 1000);
    const after = arena.scope(() =>
      backtestLosses(
        context,
        risk,
        { address: arena.put(changed), n: changed.length },
        { method: "historical", window: 252, confidence: 0.95 },
      ),
    );
    expect(after?.valueAtRisk.slice(0, 1001)).toEqual(before);
  });

  it("is unavailable for short samples", () => {
    const run = (n: number) =>
      arena.scope(() =>
        backtestLosses(context, risk, { address: arena.put(dax), n }, { method: "historical", window: 50, confidence: 0.95 }),
      );
    expect(run(59)).toBeNull();
    expect(run(60)?.counts.observations).toBe(10);
  });
});

it("drawdown episodes equal those of a plain search, deepest first", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 60 }), (list) => {
      const values = Float64Array.from(list);
      const { episodes } = arena.scope(() => drawdownsOf(context, risk, arena.put(values), values.length, values));
      expect(episodes.map(({ depth, peak, trough, recovery }) => ({ depth, peak, trough, recovery }))).toEqual(
        episodesTwin(values).slice(0, 10),
      );
      for (const { peak, peakTime, recovery, length, stepsDown, stepsUp } of episodes) {
        expect(peakTime).toBe(values[peak]);
        expect(length).toBe(recovery === null ? values.length - 1 - peak : stepsDown + (stepsUp ?? Number.NaN));
      }
    }),
    { numRuns: runs(300) },
  );
});

describe("Sharpe and Sortino ratios", () => {
  // pypbo's tests: sharpe_iid with benchmark .05, sortino_iid with benchmark 0, one period a year.
  it("equal pypbo's", () => {
    const ratios = (list: number[], riskFree: number) =>
      arena.scope(() => {
        const values = Float64Array.from(list);
        const { mean, deviation } = shapeAt(arena.put(values), values.length);
        const downside = Math.sqrt(values.reduce((sum, r) => sum + Math.min(r - riskFree, 0) ** 2, 0) / values.length);
        return [sharpeRatio(mean, deviation, { perYear: 1, riskFree }), sortinoRatio(mean, downside, { perYear: 1, riskFree })];
      });
    expect(ratios([0.259, 0.198, 0.364, -0.081, 0.057, 0.055, 0.188, 0.317, 0.24, 0.184, -0.01, 0.526], 0.05)[0]).toBeCloseTo(0.834364, 6);
    expect(ratios([0.17, 0.15, 0.23, -0.05, 0.12, 0.09, 0.13, -0.04], 0)[1]).toBeCloseTo(4.417261, 6);
    expect(ratios([0.1, 0.1, 0.1], 0)).toEqual([null, null]);
  });

  it("have the standard errors of Lo and Mertens, and Lo's factor, by their formulas", () => {
    const next = uniforms(4);
    const values = Float64Array.from({ length: 60 }, () => next() - 0.4);
    for (let t = 1; t < 60; t++) values[t] += 0.3 * values[t - 1];
    const shape = arena.scope(() => shapeAt(arena.put(values), 60));
    const found = arena.scope(() => sharpeError(context, arena.put(values), shape, 1.7, 12));
    const sr = 1.7 / Math.sqrt(12);
    const [s, k] = [shape.skewness ?? 0, (shape.kurtosis ?? 0) + 3];
    expect(found.lo).toBeCloseTo(Math.sqrt((12 * (1 + (sr * sr) / 2)) / 60), 12);
    expect(found.mertens).toBeCloseTo(Math.sqrt((12 * (1 - s * sr + ((k - 1) / 4) * sr * sr)) / 59), 12);
    const c = values.map((value) => value - shape.mean);
    const rho = (lag: number) =>
      c.subarray(lag).reduce((sum, value, t) => sum + value * c[t], 0) / c.reduce((sum, value) => sum + value * value, 0);
    const sum = Array.from({ length: 11 }, (_, i) => (12 - i - 1) * rho(i + 1)).reduce((a, b) => a + b, 0);
    expect(found.autocorrelationFactor).toBeCloseTo(12 / Math.sqrt(12 + 2 * sum) / Math.sqrt(12), 12);
    expect(arena.scope(() => sharpeError(context, arena.put(values), shape, 1.7, 31)).autocorrelationFactor).toBeNull();
  });
});

describe("contributions to risk", () => {
  const WEIGHTS = [0.4, 0.3, 0.2, 0.1];
  // numpy 2.4.6: w (Sigma w) / sqrt(w' Sigma w), scipy's normal quantile, mean over the days at or below the 5% quantile.
  it("equal numpy's, and add up", async () => {
    const all = await Promise.all(INDICES.map(indexReturns));
    const found = arena.scope(() =>
      contributionsOf(
        context,
        risk,
        { names: INDICES, columns: all.map((values) => arena.put(values)), weights: WEIGHTS, n: dax.length },
        { perYear: 252, riskFree: 0.02, confidence: 0.95 },
      ),
    );
    if (!found) throw new Error("no contributions");
    expect(found.volatility).toBeCloseTo(0.13828696651827244, 12);
    expect(found.valueAtRisk).toBeCloseTo(0.013642412428438581, 12);
    expect(found.shortfall).toBeCloseTo(0.019975289287566332, 12);
    const expected = {
      componentVolatility: [0.061296596014199276, 0.03771444135018799, 0.029895818794035453, 0.009380110359849694],
      componentVar: [0.006069223512366265, 0.003649536918001271, 0.002998096906395027, 0.0009255550916760163],
      componentShortfall: [0.008840206468474297, 0.005541558972083786, 0.004222581732609666, 0.001370942114398575],
    };
    for (const [i, asset] of found.assets.entries()) {
      expect(asset.componentVolatility).toBeCloseTo(expected.componentVolatility[i], 12);
      expect(asset.componentVar).toBeCloseTo(expected.componentVar[i], 12);
      expect(asset.componentShortfall).toBeCloseTo(expected.componentShortfall[i], 12);
      expect(asset.componentVolatility).toBeCloseTo(WEIGHTS[i] * asset.marginalVolatility, 14);
    }
    const { assets } = found;
    const sum = (pick: (asset: (typeof assets)[number]) => number) => assets.reduce((a, asset) => a + pick(asset), 0);
    expect(sum((asset) => asset.percentVolatility)).toBeCloseTo(1, 12);
    expect(sum((asset) => asset.percentVar)).toBeCloseTo(1, 12);
    expect(sum((asset) => asset.percentShortfall)).toBeCloseTo(1, 12);
    expect(sum((asset) => asset.returnContribution)).toBeCloseTo(found.annualReturn, 12);
  });
});
