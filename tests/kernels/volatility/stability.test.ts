import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../../workers/runtime/job";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { stabilityTest } from "../../../workers/volatility/diagnostics";
import { fitModel } from "../../../workers/volatility/fit";
import { completeModel, type GarchFit, type ModelAsk } from "../../../workers/volatility/garch-model";
import { diagnoseGarch } from "../../../workers/volatility/jobs/diagnose-garch";
import { GjrLikelihood } from "../../../workers/volatility/likelihoods/gjr-likelihood";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { parameterStability } from "../../../workers/volatility/stability";
import { prepareSeries } from "../../../workers/volatility/volatility-series";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { powerVariances } from "../reference/aparch";
import { logVariances } from "../reference/egarch";
import { recursion } from "../reference/gjr";
import { plainFigarchWeights, plainLagVariances } from "../reference/lag-variance";
import { plainStability } from "../reference/stability";

const ASK = { variance: "garch", p: 1, q: 1, distribution: "normal", preSample: "sample" } as const;
let context: JobContext;
let kernels: KernelsOf<"volatility">;
let dem2gbp: Float64Array;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("volatility");
  dem2gbp = (await goldenColumn("series/dem2gbp.csv", "ret_pct")) ?? new Float64Array();
});

const fitted = async (change: Partial<ModelAsk> = {}, returns = dem2gbp): Promise<GarchFit> =>
  resultOf(await fitModel(context, returns, { ...ASK, ...change }, DEFAULT_FIT_OPTIONS));
const stabilityOf = (fit: GarchFit, returns = dem2gbp) => {
  const found = parameterStability(context, kernels, fit, returns);
  if (!found?.joint) throw new Error("no statistic");
  return { ...found, joint: found.joint };
};

/** A GARCH(1,1) whose long-run variance is multiplied by `jump` half-way. */
function simulated(n: number, jump: number): Float64Array {
  const { arena } = context;
  const z = arena.scope(() => {
    const [stream, out] = [arena.takeBytes(32), arena.take(n)];
    kernels.rngSeed(stream, 7);
    kernels.drawInnovations(stream, out, n, 0, 0, 0);
    return arena.view(out, n).slice();
  });
  let h = 1;
  return z.map((value, t) => {
    const e = Math.sqrt(h) * value;
    h = (t < n / 2 ? 1 : jump) * 0.1 + 0.1 * e * e + 0.8 * h;
    return e;
  });
}

describe("the distribution of a Nyblom statistic", () => {
  it("has the 10, 5 and 1% critical values of a Fourier inversion with SciPy", async () => {
    // The points are rounded to 5 digits, where the density is below 2: 2e-5 in probability.
    const { parameters, joint } = stabilityOf(await fitted());
    expect(parameters[0].critical).toEqual({ tenPercent: 0.3473, fivePercent: 0.46136, onePercent: 0.74346 });
    for (const [k, { tenPercent, fivePercent, onePercent }] of [
      [1, parameters[0].critical],
      [4, joint.critical],
    ] as const) {
      expect(Math.abs(kernels.nyblomTail(tenPercent, k) - 0.1)).toBeLessThan(2e-5);
      expect(Math.abs(kernels.nyblomTail(fivePercent, k) - 0.05)).toBeLessThan(2e-5);
      expect(Math.abs(kernels.nyblomTail(onePercent, k) - 0.01)).toBeLessThan(2e-5);
    }
    expect(Math.abs(kernels.nyblomTail(4.52638, 20) - 0.05)).toBeLessThan(2e-5);
    expect(Math.abs(kernels.nyblomTail(5.97468, 24) - 0.01)).toBeLessThan(2e-5);
  });

  it("has the mean k / 6 and falls from 1 to 0", () => {
    for (const k of [1, 2, 5, 10, 20]) {
      let [mean, last] = [0, 1];
      for (let i = 0; i < 4000; i++) {
        const p = kernels.nyblomTail((i + 0.5) / 400, k);
        expect(p).toBeLessThanOrEqual(last + 1e-9);
        last = p;
        mean += p / 400;
      }
      // The sum is a midpoint rule of step 1/400.
      expect(Math.abs(mean - k / 6)).toBeLessThan(1e-5);
    }
    expect(kernels.nyblomTail(0, 3)).toBe(1);
    expect(kernels.nyblomTail(1e-6, 3)).toBe(1);
    expect(kernels.nyblomTail(1e300, 3)).toBe(0);
    expect(kernels.nyblomTail(Number.NaN, 3)).toBeNaN();
    expect(kernels.nyblomTail(1, 0)).toBeNaN();
  });
});

describe("parameter stability", () => {
  it("of the GARCH(1,1) of DEM-GBP equals NumPy's, from differences of the log-likelihood", async () => {
    const { joint, parameters, leftOut, n } = stabilityOf(await fitted());
    expect(parameters.map(({ key }) => key)).toEqual(["mu", "omega", "alpha1", "beta1"]);
    const expected = [0.16725511038754018, 0.35306819610669266, 0.2597525794607501, 0.33189125364529726];
    // The remainder is the optimizer's tolerance.
    parameters.forEach(({ statistic }, i) => {
      expect(Math.abs(statistic - expected[i])).toBeLessThan(1e-6);
    });
    expect(Math.abs(joint.statistic - 0.6624932641751339)).toBeLessThan(1e-6);
    expect(leftOut).toEqual([]);
    expect(n).toBe(dem2gbp.length);
  });

  const normal = (e: number, h: number) => -0.5 * (Math.log(2 * Math.PI * h) + (e * e) / h);
  const squaresOf = (r: ArrayLike<number>, mu: number) => Array.from(r, (value) => (value - mu) ** 2);
  const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const twins: [string, Partial<ModelAsk>, (r: Float64Array, v: number[]) => number[]][] = [
    [
      "GJR",
      { variance: "gjr" },
      (r, [mu, omega, alpha, gamma, beta]) => {
        const { shocks, h } = recursion(r, { mu, ar: [], omega, alpha: [alpha], gamma, beta: [beta] }, null);
        return shocks.map((e, t) => normal(e, h[t]));
      },
    ],
    [
      "EGARCH",
      { variance: "egarch" },
      (r, [mu, omega, alpha, gamma, beta]) => {
        const logs = logVariances(r, { mu, omega, alpha: [alpha], gamma: [gamma], beta: [beta] }, meanOf(squaresOf(r, mu)));
        return Array.from(r, (value, t) => normal(value - mu, Math.exp(logs[t])));
      },
    ],
    [
      "APARCH",
      { variance: "aparch" },
      (r, [mu, omega, alpha, gamma, beta, delta]) => {
        const h = powerVariances(r, { mu, omega, alpha: [alpha], gamma: [gamma], beta: [beta], delta }, meanOf(squaresOf(r, mu)));
        return Array.from(r, (value, t) => normal(value - mu, h[t]));
      },
    ],
    [
      "FIGARCH",
      { variance: "figarch" },
      (r, [mu, omega, phi, d, beta]) => {
        const shocks = Array.from(r, (value) => value - mu);
        const before = meanOf(squaresOf(r, mu));
        const h = plainLagVariances(shocks, omega / (1 - beta), plainFigarchWeights(phi, d, beta, 1000), before);
        return shocks.map((e, t) => normal(e, h[t]));
      },
    ],
  ];
  for (const [name, change, likelihoods] of twins) {
    it(`of a ${name} equals its plain twin`, async () => {
      const returns = dem2gbp.subarray(0, 600);
      const fit = await fitted(change, returns);
      const found = stabilityOf(fit, returns);
      const keys = fit.estimates.map(({ key }) => key);
      const kept = found.parameters.map(({ key }) => keys.indexOf(key));
      expect(kept.length).toBeGreaterThan(1);
      const plain = plainStability(
        (values) => likelihoods(returns, values),
        fit.estimates.map(({ value }) => value),
        kept,
      );
      // Differences of the likelihood are accurate to at least 6 digits.
      found.parameters.forEach(({ statistic }, i) => {
        expect(Math.abs(statistic / plain.single[i] - 1)).toBeLessThan(1e-5);
      });
      expect(Math.abs(found.joint.statistic / plain.joint - 1)).toBeLessThan(1e-4);
    });
  }

  it.each([
    ["an AR(1)-GJR", { variance: "gjr", mean: { ar: 1 }, distribution: "t" }],
    ["an EGARCH(2,1)", { variance: "egarch", p: 2, distribution: "skewt" }],
    ["an APARCH(1,2)", { variance: "aparch", q: 2, distribution: "t" }],
    ["a targeted GARCH", { targeting: true }],
    ["an EWMA", { variance: "ewma", distribution: "t" }],
    ["a HAR", { variance: "har" }],
  ] as [string, Partial<ModelAsk>][])("of %s does not depend on the units of the returns", async (_, change) => {
    const big = dem2gbp.map((r) => 1000 * r + 3);
    const shifted = change.mean === undefined || typeof change.mean === "object";
    const one = stabilityOf(await fitted(change));
    const other = stabilityOf(await fitted(change, shifted ? big : dem2gbp), shifted ? big : dem2gbp);
    expect(other.parameters.map(({ key }) => key)).toEqual(one.parameters.map(({ key }) => key));
    // The constant and the weights of an AR mean, and omega and beta of an EGARCH, mix under a shift: what they say together does not.
    expect(Math.abs(other.joint.statistic / one.joint.statistic - 1)).toBeLessThan(1e-4);
    for (const { p, statistic } of [one.joint, ...one.parameters]) {
      expect(statistic).toBeGreaterThan(0);
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    ["a GJR", { variance: "gjr", distribution: "skewt" }, [0.01, 0.1, 0.05, 0.1, 0.8, 6, -0.1]],
    ["an AR(1)-GARCH", { mean: { ar: 1 }, distribution: "t" }, [0.01, 0.05, 0.1, 0.1, 0.8, 6]],
  ] as [string, Partial<ModelAsk>, number[]][])(
    "of %s needs no more room than it takes: the same bits over several chunks",
    (_, change, theta) => {
      const returns = simulated(40_001, 2);
      const historyOf = (once: boolean) =>
        context.arena.scope(() => {
          const model = completeModel({ ...ASK, ...change });
          const series = prepareSeries(context, returns, model, true);
          if (!series) throw new Error("the returns do not vary");
          const likelihood = new GjrLikelihood(context, kernels, model, series, once);
          const value = likelihood.value(Float64Array.from(theta));
          return { value, ...likelihood.scoreHistory() };
        });
      const kept = historyOf(false);
      expect(Number.isFinite(kept.value)).toBe(true);
      expect(historyOf(true)).toEqual(kept);
    },
  );

  it("does not reject a constant model, and rejects one whose variance doubles halfway, naming omega", async () => {
    const [same, moved] = [simulated(6000, 1), simulated(6000, 2)];
    const [constant, changing] = [stabilityOf(await fitted({}, same), same), stabilityOf(await fitted({}, moved), moved)];
    expect(stabilityTest(constant)).toMatchObject({ key: "nyblom", ok: true });
    expect(changing.joint.p).toBeLessThan(0.01);
    expect(stabilityTest(changing).ok).toBe(false);
    expect(stabilityTest(changing).advice).toMatch(/ω \(\d\.\d\d\)/);
  });

  it("omits constrained parameters where the persistence is 1, and is a row of the diagnosis", async () => {
    const fit = await fitted({ distribution: "t", preSample: "ewma75" });
    expect(fit.persistence).toBe(1);
    const { stability, tests } = resultOf(await diagnoseGarch({ fit, returns: dem2gbp, behavioral: null }, context));
    expect(stability?.leftOut).toContain("alpha1");
    expect(stability?.parameters.map(({ key }) => key)).toContain("nu");
    expect(tests.at(-1)).toMatchObject({ key: "nyblom", statistic: stability?.joint?.statistic });
  });

  it("is not available for constant returns", () => {
    const flat = { model: { ...ASK, mean: "constant", targeting: false, decay: null }, parameters: PARAMETERS } as const;
    expect(parameterStability(context, kernels, flat, new Float64Array(50).fill(2))).toBeNull();
    expect(stabilityTest(null)).toMatchObject({ ok: true, statistic: null, p: null });
  });
});

const PARAMETERS = { mu: 0, ar: [], omega: 0.1, alpha: [0.1], gamma: [], beta: [0.8], nu: null, lambda: null };
