import { beforeAll, describe, expect, it } from "vitest";
import type { JobContext } from "../../../workers/runtime/job";
import type { KernelsOf } from "../../../workers/runtime/wasm/kernels";
import { longMemory } from "../../../workers/structure/long-memory";
import { behaviorOf } from "../../../workers/volatility/behavior";
import { interpret } from "../../../workers/volatility/interpretation";
import type { MemoryModels } from "../../../workers/volatility/memory-models";
import { nelsonExponent } from "../../../workers/volatility/nelson";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { garchAt } from "../reference/garch-at";
import { periodogramOf, prospectOf } from "../reference/plain-diagnostics";

let context: JobContext;
let volatility: KernelsOf<"volatility">;
let structure: KernelsOf<"structure">;
let returns: Float64Array;
beforeAll(async () => {
  context = await testContext();
  volatility = await context.load("volatility");
  structure = await context.load("structure");
  returns = (await goldenColumn("series/dem2gbp.csv", "ret_pct")) ?? new Float64Array();
});

const PARAMETERS = { mu: -0.00619041, omega: 0.0107614, alpha: [0.153134], beta: [0.805974], nu: null, lambda: null };
const sp500 = async () => {
  const close = await goldenColumn("series/sp500_1999_2018.csv", "Close");
  return close?.subarray(1).map((price, t) => 100 * Math.log(price / close[t])) ?? null;
};
const gaussian = (n: number, seed: number) =>
  context.arena.scope(() => {
    const [stream, out] = [context.arena.takeBytes(32), context.arena.take(n)];
    context.kernels.rngSeed(stream, seed);
    context.kernels.drawInnovations(stream, out, n, 0, 0, 0);
    return context.arena.view(out, n).slice();
  });

describe("Nelson's exponent", () => {
  it("as an integral over the density has the published values", () => {
    const { nelsonIntegral } = volatility;
    expect(nelsonIntegral(0.153134062, 0, 0.80597367, 0, 0, 0)).toBeCloseTo(-0.06125213623653605, 10);
    expect(nelsonIntegral(0.1132082, 0, 0.8867918, 1, 4.363633, 0)).toBeCloseTo(-0.021133376145638292, 9);
    // The skewed t without skew is the t; a constant variance grows by ln beta.
    expect(nelsonIntegral(0.1132082, 0, 0.8867918, 2, 4.363633, 0)).toBeCloseTo(-0.021133376145638292, 9);
    expect(nelsonIntegral(0, 0, 0.9, 2, 5, -0.3)).toBeCloseTo(Math.log(0.9), 10);
  });

  it("as a mean over the residuals has NumPy's value and standard error", () => {
    const fit = garchAt(returns, { p: 1, q: 1, distribution: "normal", preSample: "sample" }, PARAMETERS);
    const { exponent, error } = nelsonExponent(context, volatility, fit, context.arena.put(fit.residuals));
    expect(exponent).toBeCloseTo(-0.07572547755281321, 11);
    expect(error).toBeCloseTo(0.005039698437564069, 11);
  });

  it("as a matrix product agrees with the (1,1) mean when the extra weights are zero", () => {
    const plain = garchAt(returns, { p: 1, q: 1, distribution: "normal", preSample: "sample" }, PARAMETERS);
    const padded = { ...PARAMETERS, alpha: [PARAMETERS.alpha[0], 0, 0], beta: [PARAMETERS.beta[0], 0] };
    const general = garchAt(returns, { p: 2, q: 3, distribution: "normal", preSample: "sample" }, padded);
    const address = context.arena.put(plain.residuals);
    const one = nelsonExponent(context, volatility, plain, address);
    const product = nelsonExponent(context, volatility, general, address);
    // The start of the vector leaves a trace of the order 1 / n; the error from batches is itself an estimate.
    expect(Math.abs(product.exponent - one.exponent)).toBeLessThan(2e-3);
    expect(product.error / one.error).toBeGreaterThan(0.6);
    expect(product.error / one.error).toBeLessThan(1.6);
    expect(product.integral).toBeNull();
  });

  it("of weights all on one lag is the (1,1) exponent per that lag", () => {
    // h[t] = 0.9 h[t-2] with no shocks grows by sqrt(0.9) per step.
    const fit = garchAt(
      returns,
      { p: 2, q: 1, distribution: "normal", preSample: "sample" },
      { ...PARAMETERS, alpha: [0], beta: [0, 0.9] },
    );
    expect(nelsonExponent(context, volatility, fit, context.arena.put(fit.residuals)).exponent).toBeCloseTo(0.5 * Math.log(0.9), 3);
  });
});

describe("interpretation", () => {
  const models: MemoryModels = { n: 5000, garch: 1000, best: { variance: "figarch", bic: 990 } };
  const of = (persistence: number, exponent: number, d = 0.4, compared: MemoryModels | null = models) =>
    interpret(
      {
        persistence,
        persistenceError: 0.001,
        halfLife: persistence < 1 ? Math.log(0.5) / Math.log(persistence) : Number.POSITIVE_INFINITY,
      },
      { exponent, error: 0.002, integral: null },
      { d, error: 0.05, frequencies: 100, floor: 0.01 },
      compared,
    );

  it("derives the level from persistence and exponent", () => {
    expect(of(0.9, -0.1).chaos_level).toBe("Stable");
    expect(of(0.99, -0.02).chaos_level).toBe("Near-critical");
    expect(of(1.05, 0.01).chaos_level).toBe("Explosive");
  });

  it("claims only what is significant", () => {
    expect(of(0.99, 0.003).market_state.is_chaotic).toBe(false);
    expect(of(1.05, 0.01).market_state).toMatchObject({ is_chaotic: true, is_mean_reverting: false });
    expect(of(0.9985, -0.02).market_state.is_mean_reverting).toBe(false);
    expect(of(0.99, -0.02).market_state).toMatchObject({ is_mean_reverting: true });
    expect(of(1, -0.02).mean_reversion_speed).toBe(0);
  });

  it("finds long memory only where a long-memory model has the lower BIC, and says persistent where persistence may mimic it", () => {
    const memoryOf = (...asked: Parameters<typeof of>) => {
      const { memory, market_state, captions } = of(...asked);
      expect(market_state.has_long_memory).toBe(memory === "long");
      return [memory, captions.longMemory];
    };
    const estimate = "d = 0.400 ± 0.050 from 100 frequencies of ln |r|";
    expect(memoryOf(0.9, -0.02)).toEqual(["long", `${estimate}; BIC of FIGARCH(1,d,1) 990.0, of GARCH(1,1) 1,000.0 (5,000 returns).`]);
    const beaten: MemoryModels = { n: 5000, garch: 1000, best: { variance: "har", bic: 1001 } };
    const mimicked = "A persistence above 0.98 can mimic long memory.";
    expect(memoryOf(0.99, -0.02, 0.4, beaten)).toEqual([
      "persistent",
      `${estimate}; BIC of HAR(1,5,22) 1,001.0, of GARCH(1,1) 1,000.0 (5,000 returns). ${mimicked}`,
    ]);
    expect(memoryOf(0.9, -0.02, 0.4, beaten)[0]).toBe("short");
    expect(memoryOf(0.99, -0.02, 0.09, null)).toEqual(["persistent", expect.stringContaining("; not above 0. A persistence")]);
    expect(memoryOf(0.9, -0.02, 0.4, null)[1]).toBe(`${estimate}; models of long memory could not be fitted.`);
  });
});

describe("local Whittle memory of ln |r|", () => {
  it("agrees with SciPy on the same series", async ({ skip }) => {
    const own = longMemory(context, volatility, context.arena.put(returns), returns.length);
    expect(own?.frequencies).toBe(138);
    expect(own?.d).toBeCloseTo(0.31035236561507507, 6);
    const index = await sp500();
    if (!index) return skip("golden series not present");
    expect(longMemory(context, volatility, context.arena.put(index), index.length)?.d).toBeCloseTo(0.4122870122137271, 6);
  });

  it("Fourier sums agree with their definition in every SIMD lane and chunk", () => {
    const address = context.arena.put(returns);
    for (const { fourierSums } of [structure, volatility]) {
      const sums = context.arena.put(new Float64Array(8));
      for (let from = 0; from < returns.length; from += 701)
        fourierSums(address, from, Math.min(from + 701, returns.length), returns.length, 5, sums);
      const waves = context.arena.view(sums, 8);
      for (let i = 0; i < 4; i++) {
        const expected = periodogramOf(returns, 5 + i);
        expect(Math.abs((waves[i] ** 2 + waves[4 + i] ** 2) / expected - 1)).toBeLessThan(1e-9);
      }
    }
  });

  it("finds none in independent returns, is robust to zeros and scale, and refuses a constant", () => {
    const noise = gaussian(20_000, 5);
    const found = longMemory(context, volatility, context.arena.put(noise), noise.length);
    expect(Math.abs(found?.d ?? 1)).toBeLessThan(3 * (found?.error ?? 0));
    const thinned = returns.map((r, t) => (t % 3 === 0 ? 0 : r));
    const one = longMemory(context, volatility, context.arena.put(thinned), thinned.length);
    const scaled = longMemory(context, volatility, context.arena.put(thinned.map((r) => r / 100)), thinned.length);
    expect(scaled?.d).toBeCloseTo(one?.d ?? Number.NaN, 5);
    expect(longMemory(context, volatility, context.arena.put(new Float64Array(500)), 500)).toBeNull();
  });
});

describe("prospect value", () => {
  const settings = { riskAversion: 2.25, lossAversion: 2.25, referenceWindow: 22 };
  const of = (values: Float64Array, referenceWindow: number, scale = 0.01) =>
    behaviorOf(
      context,
      volatility,
      { address: context.arena.put(values), n: values.length, scale, annualization: 252 },
      { ...settings, referenceWindow },
    );

  it("agrees with its plain definition for several windows", () => {
    for (const window of [0, 1, 22, 250]) {
      const own = of(returns, window);
      const plain = prospectOf(
        returns.map((r) => r / 100),
        window,
        2.25,
      );
      expect(own.utilityMean).toBeCloseTo(plain.mean, 14);
      expect(own.breakEvenLossAversion).toBeCloseTo(plain.breakEven, 11);
    }
  });

  it("has the documented values on the S&P 500", async ({ skip }) => {
    const index = await sp500();
    if (!index) return skip("golden series not present");
    const own = of(index, 22);
    expect(own.utilityMean).toBeCloseTo(-0.008794, 6);
    expect(own.utilityDeviation).toBeCloseTo(0.032169, 6);
    expect(own.breakEvenLossAversion).toBeCloseTo(0.9946, 4);
    expect(of(index, 0).breakEvenLossAversion).toBeCloseTo(1.0507, 4);
  });

  it("at the break-even loss aversion the mean value is zero", () => {
    const own = of(returns, 22);
    const address = context.arena.put(returns);
    const lossAversion = own.breakEvenLossAversion ?? 0;
    const even = behaviorOf(
      context,
      volatility,
      { address, n: returns.length, scale: 0.01, annualization: 252 },
      { ...settings, lossAversion },
    );
    expect(even.utilityMean).toBeCloseTo(0, 15);
  });

  it("does not depend on the unit, and the certainty equivalent is the mean less half rho times the variance", () => {
    const fractions = of(
      returns.map((r) => r / 100),
      22,
      1,
    );
    expect(fractions.utilityMean).toBeCloseTo(of(returns, 22).utilityMean, 13);
    expect(fractions.certaintyEquivalent).toBeCloseTo(-0.047664533896538616, 12);
  });
});
