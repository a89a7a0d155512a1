import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../../workers/runtime/job";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { fitModel } from "../../../workers/volatility/fit";
import type { GarchFit, GarchParameters } from "../../../workers/volatility/garch-model";
import { isFeasible, withValues } from "../../../workers/volatility/parameter-vector";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";

let context: JobContext;
let kernels: KernelsOf<"volatility">;
let fit: GarchFit;
beforeAll(async () => {
  context = await testContext();
  kernels = await context.load("volatility");
  const returns = (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!;
  const model = { p: 1, q: 1, distribution: "skewt", preSample: "sample", variance: "gjr", targeting: true } as const;
  const found = resultOf(await fitModel(context, returns, model, DEFAULT_FIT_OPTIONS));
  fit = found;
});

describe("GJR with skewed t: gamma is weighted by the losses' share of the variance, not by one half", () => {
  it("a targeted omega follows from the estimates to rounding", () => {
    const { omega } = withValues(
      kernels,
      fit,
      fit.estimates.map(({ value }) => value),
    );
    expect(Math.abs(omega / fit.parameters.omega - 1)).toBeLessThan(1e-9);
  });

  it("a model is feasible up to a persistence of 1 computed with that share", () => {
    const { nu, lambda } = { nu: 5, lambda: -0.4 };
    const share = kernels.skewedTLossShare(nu, lambda);
    expect(share).toBeGreaterThan(0.55);
    const at = (gamma: number): GarchParameters => ({
      ...fit.parameters,
      nu,
      lambda,
      omega: 0.01,
      alpha: [0.05],
      beta: [0.8],
      gamma: [gamma],
    });
    expect(isFeasible(kernels, fit.model, at(0.149 / share))).toBe(true);
    expect(isFeasible(kernels, fit.model, at(0.151 / share))).toBe(false);
  });
});
