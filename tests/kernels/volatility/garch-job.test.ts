import { describe, expect, it } from "vitest";
import { Canceled } from "../../../workers/runtime/job";
import type { SeriesKind } from "../../../workers/series/returns";
import type { Distribution, ModelAsk } from "../../../workers/volatility/garch-model";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { DEFAULT_FIT_OPTIONS, type FitOptions } from "../../../workers/volatility/search";
import { resultOf, told } from "../../fixtures/failure-text";
import { goldenColumn, goldenJson } from "../../fixtures/golden";
import { ALL } from "../../fixtures/in-all";
import { testContext } from "../context";

const simple = (distribution: Distribution = "normal"): ModelAsk => ({ p: 1, q: 1, distribution, preSample: "sample" });
const dem2gbp = await goldenColumn("series/dem2gbp.csv", "ret_pct").then((values) => values!);

async function run(
  values: Float64Array,
  model: ModelAsk = simple(),
  kind: SeriesKind | "auto" = "auto",
  options: Partial<FitOptions> = {},
) {
  return fitGarchJob({ values, kind, model, options: { ...DEFAULT_FIT_OPTIONS, ...options } }, await testContext());
}

async function fitted(...input: Parameters<typeof run>) {
  return resultOf(await run(...input));
}

async function refusal(...input: Parameters<typeof run>) {
  const outcome = await run(...input);
  if (outcome.ok) throw new Error("expected a failure");
  return told(outcome.failure);
}

/** Prices that start at 100 and have these log returns in percent. */
function pricesOf(returns: Float64Array): Float64Array {
  const prices = Float64Array.of(100, ...returns);
  for (let t = 1; t < prices.length; t++) prices[t] = prices[t - 1] * Math.exp(returns[t - 1] / 100);
  return prices;
}

const changed = (index: number, value: number, values = dem2gbp) => values.map((old, i) => (i === index ? value : old));

describe("what the fit-garch job refuses", () => {
  it("uses the specification's error messages", async () => {
    expect((await refusal(new Float64Array(0))).message).toBe("Please enter market data");
    for (const p of [0, -1, 1.5, Number.NaN]) {
      expect((await refusal(dem2gbp, { ...simple(), p })).message).toBe("GARCH orders must be positive integers");
      expect((await refusal(dem2gbp, { ...simple(), q: p })).message).toBe("GARCH orders must be positive integers");
    }
    expect((await refusal(dem2gbp, { ...simple(), p: 6 })).message).toBe("GARCH orders above 5 are not supported");
  });

  it("states the number of points when there are fewer than 100", async () => {
    expect((await refusal(dem2gbp.slice(0, 99))).message).toBe("Failed to analyze data: at least 100 data points are needed, 99 given");
    expect((await fitted(dem2gbp.slice(0, 100))).caution).toContain("100 data points are few");
    expect((await fitted(dem2gbp.slice(0, 499))).caution).toContain("499");
    expect((await fitted(dem2gbp.slice(0, 500))).caution).toBeNull();
  });

  it("names the row of an invalid value", async () => {
    expect(await refusal(changed(7, Number.NaN))).toMatchObject({ row: 8, value: "NaN", code: "bad-input" });
    expect((await refusal(changed(1973, Number.POSITIVE_INFINITY))).message).toBe(
      "Failed to analyze data: row 1,974 is not a finite number",
    );
    const prices = pricesOf(dem2gbp);
    for (const bad of [0, -5]) {
      const failure = await refusal(changed(10, bad, prices), simple(), "prices");
      expect(failure).toMatchObject({ row: 11, value: String(bad) });
      expect(failure.message).toBe(`Failed to analyze data: row 11 has the price ${bad}; prices must be above 0`);
    }
  });

  it("refuses values whose squares overflow", async () => {
    const failure = await refusal(dem2gbp.map((value) => value * 1e200));
    expect(failure.message).toBe("Failed to analyze data: the values are too large to compute with");
  });

  it("reports that a constant series does not vary", async () => {
    for (const level of [0, 3, 1e9]) {
      const failure = await refusal(new Float64Array(300).fill(level));
      expect(failure.message).toBe("Failed to analyze data: the values have zero variance");
    }
  });
});

describe("prices and returns", () => {
  it("are told apart, and prices become log returns in percent", async () => {
    const fromReturns = await fitted(dem2gbp);
    expect(fromReturns).toMatchObject({ kind: "returns", offset: 0, unit: "as given" });
    const fromPrices = await fitted(pricesOf(dem2gbp));
    expect(fromPrices).toMatchObject({ kind: "prices", offset: 1, unit: "percent" });
    expect(fromPrices.returns.length).toBe(dem2gbp.length);
    // Rounding of prices near 100: 1e-16 relative, 1e-14 in percent returns.
    fromPrices.returns.forEach((value, t) => {
      expect(Math.abs(value - dem2gbp[t])).toBeLessThan(1e-12);
    });
    expect(fromPrices.fit.logLikelihood).toBeCloseTo(fromReturns.fit.logLikelihood, 8);
  });

  it("with unit auto, reports the detected unit and gives the same fit", async () => {
    const ask = async (values: Float64Array, unit?: "auto" | "percent") => {
      return resultOf(
        await fitGarchJob({ values, kind: "auto", unit, model: simple(), options: DEFAULT_FIT_OPTIONS }, await testContext()),
      );
    };
    const [asked, told] = [await ask(dem2gbp, "auto"), await ask(dem2gbp, "percent")];
    expect([asked.foundUnit, told.foundUnit]).toEqual(["percent", undefined]);
    expect(asked.fit.estimates).toEqual(told.fit.estimates);
    expect(
      (
        await ask(
          dem2gbp.map((r) => r / 100),
          "auto",
        )
      ).foundUnit,
    ).toBe("fraction");
    expect((await ask(pricesOf(dem2gbp), "auto")).foundUnit).toBeUndefined();
  });

  it("are detected as prices when all values are positive, even far from their mean", async () => {
    const prices = Float64Array.from({ length: 600 }, (_, t) => 1 + 0.01 * t * t + Math.sin(t));
    expect((await fitted(prices)).kind).toBe("prices");
    // All-positive values are prices, however large their changes, unless returns were chosen.
    const positive = Float64Array.from(dem2gbp, (value) => Math.abs(value) + 1e-3);
    expect((await fitted(positive)).kind).toBe("prices");
  });

  it("follow an explicit choice over detection", async () => {
    expect((await fitted(pricesOf(dem2gbp), simple(), "returns")).kind).toBe("returns");
  });
});

describe("a fit does not depend on units or level", () => {
  for (const distribution of ["normal", "t", "skewt"] as const) {
    it(`scales exactly with the returns (${distribution})`, async () => {
      const base = (await fitted(dem2gbp, simple(distribution))).fit;
      // A power of two leaves the standardized series bit-identical; other factors change its last digit.
      for (const [factor, tolerance] of [
        [2 ** -13, 0],
        [1e-4, 1e-9],
        [1e6, 1e-9],
      ]) {
        const scaled = (
          await fitted(
            dem2gbp.map((value) => value * factor),
            simple(distribution),
            "returns",
          )
        ).fit;
        const close = (value: number, expected: number) =>
          expect(Math.abs(value - expected)).toBeLessThanOrEqual(tolerance * Math.abs(expected));
        close(scaled.parameters.omega, base.parameters.omega * factor ** 2);
        close(scaled.parameters.alpha[0], base.parameters.alpha[0]);
        close(scaled.parameters.beta[0], base.parameters.beta[0]);
        close(scaled.volatility[1000], base.volatility[1000] * factor);
        close(scaled.nextVariance, base.nextVariance * factor ** 2);
        base.estimates.forEach((estimate, i) => {
          const unit = estimate.key === "mu" ? factor : estimate.key === "omega" ? factor ** 2 : 1;
          // Standard errors come from differences of gradients: 1e-6 when the last digits differ.
          if (estimate.robust !== null)
            expect(Math.abs(scaled.estimates[i].robust! / (estimate.robust * unit) - 1)).toBeLessThanOrEqual(tolerance * 1e3);
        });
        expect(scaled.logLikelihood).toBeCloseTo(base.logLikelihood - base.n * Math.log(factor), 6);
      }
    });
  }

  it("changes only mu when a constant is added", async () => {
    const base = (await fitted(dem2gbp)).fit;
    const moved = (
      await fitted(
        dem2gbp.map((value) => value + 7),
        simple(),
        "returns",
      )
    ).fit;
    expect(moved.parameters.mu - base.parameters.mu).toBeCloseTo(7, 9);
    expect(moved.parameters.omega).toBeCloseTo(base.parameters.omega, 9);
    expect(moved.parameters.beta[0]).toBeCloseTo(base.parameters.beta[0], 8);
    expect(moved.logLikelihood).toBeCloseTo(base.logLikelihood, 8);
  });

  it("has the reference's parameters on raw and percent returns of the S&P 500", async ({ skip }) => {
    const close = await goldenColumn("series/sp500_1999_2018.csv", "Close");
    if (!close) return skip("golden series not present");
    const { expected } = await goldenJson<{
      expected: Record<
        string,
        { params_unscaled_units: Record<string, number>; loglikelihood_unscaled: number; loglikelihood_percent: number }
      >;
    }>("garch/scale_sp500_1999_2018.json");
    const raw = Float64Array.from({ length: close.length - 1 }, (_, t) => Math.log(close[t + 1] / close[t]));
    const reference = expected.ref_mean_sq_resid;
    const { fit } = await fitted(raw, simple(), "returns");
    expect(fit.logLikelihood).toBeCloseTo(reference.loglikelihood_unscaled, 5);
    Object.values(reference.params_unscaled_units).forEach((value, i) => {
      expect(Math.abs(fit.estimates[i].value / value - 1)).toBeLessThan(1e-5);
    });
    expect((await fitted(close)).fit.logLikelihood).toBeCloseTo(reference.loglikelihood_percent, 5);
  });
});

describe("boundary solutions and degenerate series", () => {
  it("holds the persistence at 1 and explains what that means", async () => {
    for (const distribution of ["t", "skewt"] as const) {
      const { fit } = await fitted(dem2gbp, simple(distribution));
      expect(fit.status).toBe("boundary");
      expect(fit.persistence).toBe(1);
      expect(fit.halfLife).toBe(Number.POSITIVE_INFINITY);
      expect(fit.unconditionalVariance).toBeNull();
      expect(fit.persistenceError).toBeNull();
      expect(fit.statusText).toContain("do not decay");
      expect(fit.statusText.toLowerCase()).not.toMatch(/hessian|gradient|iterate|constraint|singular/);
      // With alpha + beta fixed at 1, both weights have the same standard error.
      expect(fit.estimates[2].robust).toBeCloseTo(fit.estimates[3].robust!, 12);
    }
  });

  it("survives one move of 60 standard deviations under every density", async () => {
    const series = (await goldenColumn("series/syn_garch11_normal_5000.csv", "ret"))!;
    for (const distribution of ["normal", "t", "skewt"] as const) {
      for (const at of [0, 2500, 4999]) {
        const { fit } = await fitted(changed(at, 60, series), simple(distribution));
        expect(["converged", "boundary"]).toContain(fit.status);
        expect(fit.volatility.every((value) => value > 0 && value < 1e3)).toBe(true);
        expect(fit.estimates.every(({ value }) => Number.isFinite(value))).toBe(true);
      }
    }
  });

  it("finds no clustering in alternating values, and says so without failing", async () => {
    const ticks = Float64Array.from({ length: 400 }, (_, t) => (t % 2 === 0 ? 1 : -1) + ((t * 7919) % 13) * 1e-3);
    const { fit } = await fitted(ticks);
    expect(fit.status).toBe("boundary");
    expect(fit.parameters.alpha[0]).toBe(0);
    expect(fit.statusText).toContain("constant volatility");
    expect(fit.estimates[2]).toMatchObject({ atBound: true, robust: null, classic: null, t: null, p: null });
    expect((await run(Float64Array.from({ length: 400 }, (_, t) => (t % 2 === 0 ? 1 : -1)))).ok).toBe(true);
  });

  it("suggests the normal distribution when the degrees of freedom reach their bound", async () => {
    let state = 12345;
    const uniform = () => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return state / 2147483648;
    };
    // A sum of twelve uniforms has lighter tails than the normal distribution.
    const noise = Float64Array.from({ length: 3000 }, () =>
      Array.from({ length: 12 }, uniform).reduce((total, value) => total + value, -6),
    );
    const { fit } = await fitted(noise, simple("t"));
    expect(fit.parameters.nu).toBe(500);
    expect(fit.statusText).toContain("Try Normal");
  });

  it("never has a lower likelihood with more lags", async () => {
    for (const distribution of ["normal", "t", "skewt"] as const) {
      const small = (await fitted(dem2gbp, simple(distribution))).fit.logLikelihood;
      for (const [p, q] of [
        [1, 2],
        [2, 1],
        [5, 5],
      ]) {
        const { fit } = await fitted(dem2gbp, { ...simple(distribution), p, q });
        expect(fit.logLikelihood).toBeGreaterThan(small - 1e-8);
        expect(fit.estimates.map(({ key }) => key).slice(2, 2 + q + p)).toEqual([
          ...Array.from({ length: q }, (_, i) => `alpha${i + 1}`),
          ...Array.from({ length: p }, (_, j) => `beta${j + 1}`),
        ]);
      }
    }
  });

  it("reports when the iterations run out", async () => {
    const { fit } = await fitted(dem2gbp, simple(), "auto", { maxIterations: 1 });
    expect(fit.status).toBe("not-converged");
    expect(fit.statusText).toContain("Allow more iterations");
  });

  it("reaches the same maximum from other starting values", async () => {
    const usual = (await fitted(dem2gbp, simple("skewt"))).fit;
    const other = (await fitted(dem2gbp, simple("skewt"), "auto", { nuStart: 30, lambdaStart: 0.5 })).fit;
    expect(other.logLikelihood).toBeCloseTo(usual.logLikelihood, 7);
  });
});

describe("running", () => {
  it("stops between chunks when canceled, and frees its memory", async () => {
    const context = await testContext(40);
    const before = context.kernels.arenaMark();
    const input = { values: dem2gbp, kind: "auto", model: simple("skewt"), options: DEFAULT_FIT_OPTIONS } as const;
    await expect(fitGarchJob(input, context)).rejects.toThrow(Canceled);
    expect(context.kernels.arenaMark()).toBe(before);
  });

  it("reports growing progress under the model's name", async () => {
    const context = await testContext();
    await fitGarchJob({ values: dem2gbp, kind: "auto", model: { ...simple("t"), p: 2 }, options: DEFAULT_FIT_OPTIONS }, context);
    expect(context.reports.length).toBeGreaterThan(5);
    expect(context.reports.every(({ label }) => label === "Fitting GARCH(2,1)")).toBe(true);
    const fractions = context.reports.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
  });

  it("searches the whole of a long series when its middle is constant", async () => {
    const base = (await goldenColumn("series/syn_garch11_normal_20000.csv", "ret"))!;
    const long = Float64Array.from({ length: 60_000 }, (_, t) => (t < 20_000 ? base[t] : t < 40_000 ? 0 : base[t - 40_000]));
    for (const distribution of ALL ? (["normal", "t"] as const) : (["t"] as const)) {
      const { fit } = await fitted(long, simple(distribution));
      expect(Number.isFinite(fit.logLikelihood)).toBe(true);
      expect(fit.statusText.length).toBeGreaterThan(20);
      expect(fit.volatility.every((value) => value > 0)).toBe(true);
    }
  });

  it("finds a maximum on a long series, warm-started from a subsample", async () => {
    const base = (await goldenColumn("series/syn_garch11_t6_5000.csv", "ret"))!;
    const long = Float64Array.from({ length: 60_000 }, (_, t) => base[t % base.length] * (1 + 0.2 * Math.sin(t / 9000)));
    const { fit } = await fitted(long, simple("t"));
    expect(fit.status).toBe("converged");
    expect(fit.statusText).toContain("Converged to a local maximum of the likelihood from every starting point.");
    // At a maximum, moving a parameter by 0.05 standard errors costs 0.00125 in either direction.
    const context = await testContext();
    const { GarchLikelihood } = await import("../../../workers/volatility/likelihoods/garch-likelihood");
    const { standardize } = await import("../../../workers/series/standardize");
    const series = standardize(context, long)!;
    const likelihood = new GarchLikelihood(context, fit.model, series, 0);
    const units = [series.scale, series.scale ** 2, 1, 1, 1];
    const theta = Float64Array.from(fit.estimates, ({ value }, i) => (value - (i === 0 ? series.mean : 0)) / units[i]);
    expect(likelihood.quickValue(theta)).toBeCloseTo(fit.logLikelihood, 6);
    fit.estimates.forEach(({ classic }, i) => {
      for (const direction of [-1, 1]) {
        const moved = theta.slice();
        moved[i] += (direction * 0.05 * classic!) / units[i];
        expect(likelihood.quickValue(moved)).toBeLessThan(fit.logLikelihood - 1e-3);
      }
    });
  });
});
