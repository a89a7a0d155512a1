import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../../workers/runtime/job";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { followReturns } from "../../../workers/volatility/follow";
import { completeModel, type Distribution, type GarchFit } from "../../../workers/volatility/garch-model";
import { AparchLikelihood } from "../../../workers/volatility/likelihoods/aparch-likelihood";
import { isFeasible } from "../../../workers/volatility/parameter-vector";
import { fromReported } from "../../../workers/volatility/units";
import { prepareSeries } from "../../../workers/volatility/volatility-series";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { aparch, fitted } from "./aparch-model";
import { SHAPES } from "./dem2gbp";

let context: JobContext;
let kernels: KernelsOf<"volatility">;
let dem2gbp: Float64Array;
let ftse: Float64Array;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("volatility");
  dem2gbp = (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!;
  const prices = (await goldenColumn("series/eustockmarkets.csv", "FTSE"))!;
  ftse = prices.subarray(1).map((price, t) => 100 * (price / prices[t] - 1));
});

const estimateOf = (fit: GarchFit, key: string) => fit.estimates.find((estimate) => estimate.key === key)!;

// arch 8.0.0, APARCH(p, p, p) fixed at these parameters on DEM/GBP: log-likelihood, h of observations 0, 1, 99 and 1973, next variance.
const FIXED: [Distribution, number, number][] = [
  ["normal", 1, -1104.100812238869],
  ["normal", 2, -1122.880660693492],
  ["t", 1, -998.469191818793],
  ["t", 2, -998.281775232151],
  ["skewt", 1, -1002.87297754046],
  ["skewt", 2, -1002.31872636295],
  ["ged", 1, -1012.920256739925],
  ["ged", 2, -1017.651931928934],
];
const FIXED_VARIANCES: Record<number, number[]> = {
  1: [0.0896159363507, 0.0836909281949, 0.257483650302, 0.11682862423, 0.1459153243602],
  2: [0.0880619759893, 0.081019372378, 0.223510490804, 0.108994043908, 0.1216817219328],
};
const FIXED_AT: Record<number, number[]> = {
  1: [-0.009, 0.02, 0.17, 0.09, 0.8, 1.37],
  2: [-0.009, 0.02, 0.12, 0.05, 0.2, -0.1, 0.5, 0.3, 1.2],
};

describe("APARCH against Python arch 8.0.0 (pre-sample ewma75)", () => {
  for (const [distribution, lags, logLikelihood] of FIXED) {
    it(`${distribution} (${lags},${lags}): log-likelihood and variances at fixed parameters`, () => {
      const model = completeModel(aparch({ p: lags, q: lags, distribution, preSample: "ewma75" }));
      const shape = SHAPES.find(([name]) => name === distribution)![1];
      context.arena.scope(() => {
        const series = prepareSeries(context, dem2gbp, model, true)!;
        const likelihood = new AparchLikelihood(context, kernels, model, series);
        const theta = fromReported(likelihood, [...FIXED_AT[lags], ...shape], series, context.kernels)!;
        // Rounding of a sum of 2,000 logarithms.
        expect(Math.abs(likelihood.value(theta) - logLikelihood)).toBeLessThan(1e-8);
        const next = likelihood.nextVariance() * series.scale ** 2;
        const volatility = new Float64Array(series.n);
        likelihood.columns(volatility, null);
        const variances = [...[0, 1, 99, 1973].map((t) => volatility[t] ** 2), next];
        variances.forEach((variance, i) => {
          expect(variance / FIXED_VARIANCES[lags][i]).toBeCloseTo(1, 10);
        });
      });
    });
  }

  // Estimates and robust errors from arch's best of five starts (tol 1e-14), all inside arch's bound alpha + beta < 1.
  const FITS: [string, Distribution, number, number[], number[]][] = [
    [
      "FTSE",
      "normal",
      -2119.46467547,
      [0.039252, 0.0108439, 0.0459656, 0.5836254, 0.9502814, 1.0745536],
      [0.01711, 0.004491, 0.008912, 0.17834, 0.010751, 0.284291],
    ],
    [
      "FTSE",
      "t",
      -2095.705706673,
      [0.0408987, 0.0102166, 0.041175, 0.6469109, 0.9516568, 1.2517492, 9.8341797],
      [0.01651, 0.004437, 0.008604, 0.183592, 0.009678, 0.292779, 2.1524],
    ],
    [
      "FTSE",
      "skewt",
      -2095.701257491,
      [0.0405288, 0.0102008, 0.0411438, 0.6462016, 0.9516692, 1.2548039, 9.83936, -0.0031398],
      [0.016921, 0.004423, 0.008627, 0.184418, 0.009666, 0.295266, 2.162105, 0.033399],
    ],
    [
      "FTSE",
      "ged",
      -2101.045638004,
      [0.0352066, 0.0108225, 0.0442074, 0.6421876, 0.9505921, 1.1482989, 1.5277365],
      [0.016792, 0.004431, 0.008342, 0.177481, 0.009792, 0.280028, 0.095402],
    ],
    [
      "DEM/GBP",
      "normal",
      -1101.039712499,
      [-0.0091025, 0.0216451, 0.1692592, 0.0928061, 0.8043419, 1.3713387],
      [0.008651, 0.012424, 0.045045, 0.088252, 0.058012, 0.320464],
    ],
  ];
  for (const [name, distribution, logLikelihood, estimates, errors] of FITS) {
    it(`${name}, ${distribution}: estimates, robust errors and log-likelihood`, async () => {
      const fit = await fitted(name === "FTSE" ? ftse : dem2gbp, { distribution, preSample: "ewma75" });
      expect(fit.status).toBe("converged");
      expect(Math.abs(fit.logLikelihood - logLikelihood)).toBeLessThan(1e-8);
      fit.estimates.forEach(({ key, value, robust }, i) => {
        expect(Math.abs(value - estimates[i]), key).toBeLessThan(1e-4 * errors[i]);
        // arch takes finite differences of the log-likelihood with its own step; as a function of mu it has kinks.
        expect(Math.abs(robust! / errors[i] - 1), key).toBeLessThan(0.01);
      });
    });
  }
});

describe("APARCH fit", () => {
  for (const [distribution] of SHAPES) {
    it(`${distribution}: does not depend on the units of the returns`, async () => {
      const [one, tiny] = [
        await fitted(ftse, { distribution }),
        await fitted(
          ftse.map((r) => r * 1e-4),
          { distribution },
        ),
      ];
      // The same search on the same standardized series, except for the last bits of the scale.
      expect(tiny.logLikelihood).toBeCloseTo(one.logLikelihood - ftse.length * Math.log(1e-4), 5);
      const delta = estimateOf(one, "delta").value;
      expect(estimateOf(tiny, "delta").value).toBeCloseTo(delta, 5);
      expect(Math.log(estimateOf(tiny, "omega").value / estimateOf(one, "omega").value)).toBeCloseTo(delta * Math.log(1e-4), 4);
      expect(tiny.persistence).toBeCloseTo(one.persistence, 6);
      expect(estimateOf(tiny, "alpha1").robust!).toBeCloseTo(estimateOf(one, "alpha1").robust!, 6);
      expect(tiny.nextVariance / one.nextVariance / 1e-8).toBeCloseTo(1, 6);
      expect(tiny.unconditionalVariance! / one.unconditionalVariance! / 1e-8).toBeCloseTo(1, 4);
    });
  }

  it("is at least as likely as its nested GJR-GARCH, and with two lags as with one", async () => {
    for (const distribution of ["normal", "skewt"] as const) {
      const [gjr, one, two] = [
        await fitted(dem2gbp, { distribution, variance: "gjr" }),
        await fitted(dem2gbp, { distribution }),
        await fitted(dem2gbp, { distribution, p: 2, q: 2 }),
      ];
      // The two treat pre-sample leverage differently.
      expect(one.logLikelihood).toBeGreaterThan(gjr.logLikelihood - 0.01);
      expect(two.logLikelihood).toBeGreaterThan(one.logLikelihood - 1e-9);
      expect(one.k).toBe(gjr.k + 1);
      expect(two.k).toBe(one.k + 3);
    }
  });

  it("filters later returns as over the whole sample", async () => {
    const fit = await fitted(ftse, { p: 2, q: 2, distribution: "t" });
    const half: GarchFit = { ...fit, n: 900, volatility: fit.volatility.slice(0, 900), residuals: fit.residuals.slice(0, 900) };
    const { sigmas } = followReturns(context, kernels, half, ftse.subarray(0, 900), ftse.subarray(900));
    sigmas.forEach((sigma, t) => {
      expect(sigma / fit.volatility[900 + t]).toBeCloseTo(1, 10);
    });
  });

  it("negating the returns negates gamma", async () => {
    const [up, down] = [await fitted(ftse), await fitted(ftse.map((r) => -r))];
    expect(down.logLikelihood).toBeCloseTo(up.logLikelihood, 6);
    expect(estimateOf(down, "gamma1").value).toBeCloseTo(-estimateOf(up, "gamma1").value, 4);
  });

  it("finds the parameters of a simulated series within three standard errors", async () => {
    const truth = { mu: 0.02, omega: 0.03, alpha: 0.1, gamma: 0.4, beta: 0.88, delta: 1.3 };
    const n = 12_000;
    const noise = context.arena.scope(() => {
      const stream = context.arena.takeBytes(32);
      const out = context.arena.take(n);
      kernels.rngSeed(stream, 11);
      kernels.drawInnovations(stream, out, n, 1, 7, 0);
      return context.arena.view(out, n).slice();
    });
    let level = 0.6;
    const returns = noise.map((z) => {
      const shock = level ** (1 / truth.delta) * z;
      level = truth.omega + truth.alpha * (Math.abs(shock) - truth.gamma * shock) ** truth.delta + truth.beta * level;
      return truth.mu + shock;
    });
    const fit = await fitted(returns, { distribution: "t" });
    const expected = [truth.mu, truth.omega, truth.alpha, truth.gamma, truth.beta, truth.delta, 7];
    fit.estimates.forEach(({ value, robust, key }, i) => {
      expect(Math.abs(value - expected[i]), key).toBeLessThan(3 * robust!);
    });
    // alpha E(|z| - gamma z)^delta + beta, with the expectation as the mean over the 12,000 innovations.
    const size = noise.reduce((sum, z) => sum + (Math.abs(z) - truth.gamma * z) ** truth.delta, 0) / n;
    expect(Math.abs(fit.persistence - (truth.alpha * size + truth.beta))).toBeLessThan(3 * fit.persistenceError!);
    expect(isFeasible(kernels, fit.model, fit.parameters)).toBe(true);
    expect(isFeasible(kernels, fit.model, { ...fit.parameters, gamma: [1.01] })).toBe(false);
    expect(isFeasible(kernels, fit.model, { ...fit.parameters, beta: [0.97] })).toBe(false);
  });

  it("gives the same bits every time, and refuses variance targeting", async () => {
    const [a, b] = [await fitted(dem2gbp, { distribution: "t" }), await fitted(dem2gbp, { distribution: "t" })];
    expect(a).toEqual(b);
    await expect(fitted(dem2gbp, { targeting: true })).rejects.toThrow(/power of volatility/);
  });

  it("survives a shock of 60 standard deviations and huge values", async () => {
    for (const values of [dem2gbp.map((r, t) => (t === 400 ? 28 : r)), dem2gbp.map((r) => r * 1e60)]) {
      const fit = await fitted(values, { distribution: "t" });
      expect(fit.volatility.every((sigma) => Number.isFinite(sigma) && sigma > 0)).toBe(true);
      expect(Number.isFinite(fit.logLikelihood)).toBe(true);
    }
  });
});
