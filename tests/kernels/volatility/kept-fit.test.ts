import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../../workers/runtime/job";
import { fitModel } from "../../../workers/volatility/fit";
import type { GarchFit, ModelAsk } from "../../../workers/volatility/garch-model";
import { diagnoseGarch } from "../../../workers/volatility/jobs/diagnose-garch";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { forecastGarch } from "../../../workers/volatility/jobs/forecast-garch";
import { standardizeReturns } from "../../../workers/volatility/jobs/standardize-returns";
import { keptFit } from "../../../workers/volatility/residuals";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

const N = 1200;
const MODELS: ModelAsk[] = [
  { p: 1, q: 1, distribution: "t", preSample: "sample" },
  { p: 1, q: 1, distribution: "normal", preSample: "sample", variance: "gjr" },
  { p: 1, q: 1, distribution: "normal", preSample: "sample", variance: "egarch" },
  { p: 1, q: 1, distribution: "normal", preSample: "sample", variance: "aparch" },
  { p: 1, q: 1, distribution: "normal", preSample: "sample", variance: "har" },
];

let context: JobContext;
let returns: Float64Array;
beforeAll(async () => {
  context = await testContext();
  const { kernels, arena } = context;
  returns = arena.scope(() => {
    const [stream, out] = [arena.takeBytes(32), arena.take(N)];
    kernels.rngSeed(stream, 5);
    kernels.drawInnovations(stream, out, N, 1, 6, 0);
    let [variance, shock] = [1, 0];
    return Float64Array.from(arena.view(out, N), (z) => {
      variance = 0.05 + 0.1 * shock * shock + 0.85 * variance;
      shock = Math.sqrt(variance) * z;
      return 0.05 + shock;
    });
  });
});

async function fitted(model: ModelAsk): Promise<GarchFit> {
  return resultOf(await fitModel(context, returns, model, DEFAULT_FIT_OPTIONS));
}

describe("a fit passed between jobs without its residuals", () => {
  // (r - mu) / sigma in the units of the returns against the same of standardized ones: a few roundings of values up to 10.
  it.each(MODELS.map((model) => [model.variance ?? "garch", model] as const))(
    "%s: the residuals come back within 1e-12",
    async (_, model) => {
      const fit = await fitted(model);
      const kept = keptFit(fit);
      expect(kept.residuals).toBeNull();
      const found = resultOf(standardizeReturns({ fit: kept, returns }, context));
      expect(found).toHaveLength(N);
      for (let t = 0; t < N; t++) expect(Math.abs(found[t] - fit.residuals[t])).toBeLessThan(1e-12);
    },
  );

  it("keeps them where an autoregressive mean needs returns that are no longer available", async () => {
    const fit = await fitted({ ...MODELS[0], mean: { ar: 2 } });
    expect(keptFit(fit).residuals).toBe(fit.residuals);
  });

  it("has the same diagnosis and forecast as with them", async () => {
    const fit = await fitted(MODELS[0]);
    const asked = { returns, behavioral: null };
    const [with_, without] = [
      await diagnoseGarch({ fit, ...asked }, context),
      await diagnoseGarch({ fit: keptFit(fit), ...asked }, context),
    ];
    if (!with_.ok || !without.ok) throw new Error("no diagnosis");
    for (const [k, test] of with_.value.tests.entries()) {
      expect(without.value.tests[k].statistic ?? 0).toBeCloseTo(test.statistic ?? 0, 8);
    }
    for (const method of ["analytic", "bootstrap"] as const) {
      const question = { returns, lastTime: null, stepMillis: null, horizon: 10, method, seed: 3 };
      const [full, kept] = [
        await forecastGarch({ fit, ...question }, context),
        await forecastGarch({ fit: keptFit(fit), ...question }, context),
      ];
      if (!full.ok || !kept.ok) throw new Error("no forecast");
      for (let k = 0; k < 10; k++) {
        expect(kept.value.variance[k] / full.value.variance[k]).toBeCloseTo(1, 11);
        expect(kept.value.returnBands[0].lower[k]).toBeCloseTo(full.value.returnBands[0].lower[k], 10);
      }
    }
  });

  it("refuses the residuals of other data", async () => {
    const fit = keptFit(await fitted(MODELS[0]));
    const outcome = standardizeReturns({ fit, returns: returns.subarray(1) }, context);
    expect(outcome.ok ? "" : outcome.failure.code).toBe("bad-input");
  });
});

describe("returns of an earlier fit", () => {
  const input = { kind: "auto", model: MODELS[0], options: DEFAULT_FIT_OPTIONS } as const;
  const fittedTo = async (values: Float64Array, known?: Parameters<typeof fitGarchJob>[0]["known"]) => {
    return resultOf(await fitGarchJob({ ...input, values, known }, context));
  };

  it("are used unchanged, and give the same fit", async () => {
    let price = 100;
    const prices = Float64Array.from(returns, (r) => (price *= 1 + r / 100));
    const first = await fittedTo(prices);
    const { returns: found, kind, unit } = first;
    const second = await fittedTo(prices, { returns: found, kind, unit, offset: 1 });
    expect(second.returns).toBe(found);
    expect({ ...second, elapsed: 0 }).toEqual({ ...first, elapsed: 0 });
    // A different length implies different values.
    const third = await fittedTo(prices.slice(0, 900), { returns: found, kind, unit, offset: 1 });
    expect(third.returns).toHaveLength(899);
  });
});
