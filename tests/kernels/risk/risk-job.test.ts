import { describe, expect, it } from "vitest";
import { analyzeRisk, type RiskInput } from "../../../workers/risk/jobs/analyze-risk";
import { measureContributions } from "../../../workers/risk/jobs/measure-contributions";
import { resampleReturns } from "../../../workers/risk/parts/resample-returns";
import { Canceled } from "../../../workers/runtime/job";
import { failureText, resultOf, told } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";
import { stagesOf } from "../stages";

const context = await testContext();
const gbm = await goldenColumn("series/syn_gbm_1000.csv", "Close");
if (!gbm) throw new Error("no series");
const walk = gbm.slice(0, 800);

async function report(input: Omit<RiskInput, "values">, values: Float64Array = walk) {
  return resultOf(await analyzeRisk({ values, iterations: 200, ...input }, context));
}
async function failure(input: Partial<RiskInput>) {
  const outcome = await analyzeRisk({ values: walk, ...input }, context);
  return outcome.ok ? null : told(outcome.failure);
}

/** Every number in a value, except in columns, which have NaN over a warm-up. */
function numbersOf(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return [];
  return Object.values(value).flatMap(numbersOf);
}

describe("analyze-risk", () => {
  it("gives every figure with an interval around it, and no NaN", async () => {
    const found = await report({});
    const { metrics, losses, bootstrap } = found;
    for (const [name, { value, lower, upper, interval, reason }] of Object.entries({ ...metrics, ...losses })) {
      expect(reason, name).toBeNull();
      expect(lower ?? Number.NaN, name).toBeLessThan(upper ?? Number.NaN);
      if (interval === "bca") {
        expect(lower ?? Number.NaN, name).toBeLessThan(value ?? Number.NaN);
        expect(upper ?? Number.NaN, name).toBeGreaterThan(value ?? Number.NaN);
      }
    }
    expect(numbersOf(found).filter((value) => !Number.isFinite(value))).toEqual([]);
    expect(bootstrap?.replicates).toBe(200);
    expect(context.reports.every(({ fraction }) => fraction >= 0 && fraction <= 1)).toBe(true);
  });

  it("repeats to the bit with the seed, in one part or many, and differs with another seed", async () => {
    const first = await report({ seed: 5 });
    expect(await report({ seed: 5 })).toEqual(first);
    expect((await report({ seed: 6 })).metrics.sharpe).not.toEqual(first.metrics.sharpe);
    // The same bits in Node, Chromium and Firefox.
    const bounds = [first.metrics.sharpe, first.metrics.maxDrawdown, first.losses.studentVar].map(({ lower, upper }) => [lower, upper]);
    expect(bounds).toEqual([
      [-1.228225593204668, 1.1512131006287618],
      [-0.5996728151456626, -0.18097387074839968],
      [0.018043079341849552, 0.022119114502916266],
    ]);
  });

  it("warns when drawdown or value at risk exceeds its limit", async () => {
    const { maxDrawdown, var: loss } = await report({});
    const warning = async (limit: number, threshold: number) => (await report({ maxDrawdown: limit, varThreshold: threshold })).riskWarning;
    expect(await warning(maxDrawdown + 0.1, loss + 0.001)).toBe(false);
    expect(await warning(maxDrawdown - 0.1, loss + 0.001)).toBe(true);
    expect(await warning(maxDrawdown + 0.1, loss - 0.001)).toBe(true);
  });

  it("computes value at risk by the chosen method from the latest returns", async () => {
    const whole = await report({ lookbackPeriod: 5000 });
    expect(whole.lookback).toBe(799);
    for (const [method, name] of [
      ["historical", "historicalVar"],
      ["parametric", "parametricVar"],
      ["cornish-fisher", "cornishFisherVar"],
    ] as const) {
      const found = await report({ method });
      expect(found.var).toBe(found.losses[name].value);
      expect(found.backtest?.method).toBe(method);
    }
    const simulated = await report({ method: "monte-carlo" });
    expect(simulated.var).toBe(simulated.monteCarlo.valueAtRisk);
    const newest = await report({}, walk.slice(-253));
    expect(newest.losses.historicalVar.value).toBe((await report({})).losses.historicalVar.value);
  });

  it("reads values, returns and percentages alike", async () => {
    const returns = walk.slice(1).map((value, t) => value / walk[t] - 1);
    const values = await report({});
    const fractions = await report({}, returns);
    const percent = await report(
      {},
      returns.map((r) => 100 * r),
    );
    expect([values.kind, fractions.kind, percent.kind]).toEqual(["values", "returns", "returns"]);
    expect([values.unit, fractions.unit, percent.unit]).toEqual([null, "fraction", "percent"]);
    for (const found of [fractions, percent]) {
      expect(found.metrics.sharpe.value).toBeCloseTo(values.metrics.sharpe.value ?? Number.NaN, 9);
      expect(found.maxDrawdown).toBeCloseTo(values.maxDrawdown, 9);
      expect(found.drawdown.length).toBe(walk.length);
    }
    const scaled = await report(
      {},
      walk.map((value) => 1e-7 * value),
    );
    expect(scaled.metrics.sharpe.value).toBeCloseTo(values.metrics.sharpe.value ?? Number.NaN, 9);
  });

  it("reads log returns as those of the prices, in the given unit", async () => {
    const logs = walk.slice(1).map((value, t) => Math.log(value / walk[t]));
    const values = await report({});
    const found = await report({ kind: "log-returns" }, logs);
    expect([found.kind, found.unit, found.givenAs]).toEqual(["returns", "fraction", "log-returns"]);
    expect(values).not.toHaveProperty("givenAs");
    // A logarithm and its exponential round to 1e-16, in each of 800 steps.
    expect(found.maxDrawdown).toBeCloseTo(values.maxDrawdown, 10);
    expect(found.metrics.sharpe.value).toBeCloseTo(values.metrics.sharpe.value ?? Number.NaN, 10);
    expect((await report({ kind: "returns" }, logs)).metrics.sharpe.value).not.toBeCloseTo(values.metrics.sharpe.value ?? 0, 4);
    // Calm returns in percent look like fractions by their size.
    const calm = logs.map((r) => 0.1 * r);
    const percent = calm.map((r) => 100 * r);
    const told = await report({ kind: "log-returns", unit: "percent" }, percent);
    expect(told.unit).toBe("percent");
    expect(told.metrics.volatility.value).toBeCloseTo((await report({ kind: "log-returns" }, calm)).metrics.volatility.value ?? 0, 12);
  });

  it("refuses prices declared as log returns, at any level and length, but no large or steady returns", async () => {
    const refused = async (values: Float64Array) => (await failure({ kind: "log-returns", values, iterations: 0 }))?.message ?? null;
    for (const rows of [60, 252, 800])
      for (const level of [1.7, 100, 4000]) {
        const prices = walk.slice(0, rows).map((price) => (level * price) / walk[0]);
        expect(await refused(prices), `${rows} rows about ${level}`).toMatch(/too large to compute with$/);
      }
    // 252 prices around 30, small enough to be single percent returns; the second time with a missing price.
    const low = walk.slice(0, 252).map((price) => (30 * price) / walk[0]);
    expect([await refused(low), await refused(low.with(9, 0))]).toEqual(Array(2).fill(await refused(walk)));
    // 800 rows around 3, read as percent because of their spread.
    const penny = walk.map((price, t) => (3 * price) / walk[0] + 0.3 * Math.sin(t / 9));
    expect(await refused(penny)).toEqual(await refused(walk));
    const large = Float64Array.from({ length: 252 }, (_, t) => 90 + 300 * Math.sin(7 * t));
    const moneyMarket = Float64Array.from({ length: 10_000 }, (_, t) => 0.003 + 0.001 * Math.sin(7 * t));
    const yearly = Float64Array.from({ length: 12 }, (_, t) => 0.12 + 0.01 * Math.sin(7 * t));
    for (const returns of [large, moneyMarket, yearly]) expect(await refused(returns)).toBeNull();
  });

  it("reads prices with a bad tick as prices", async () => {
    const spiked = walk.slice();
    spiked[400] *= 40;
    expect((await report({ iterations: 0 }, spiked)).kind).toBe("values");
  });

  it("reads few and volatile positive levels as values: a fall by three quarters is not a series of gains", async () => {
    const fallen = await report({ iterations: 0 }, Float64Array.of(100, 110, 120, 60, 50, 55, 40, 45, 30));
    expect(fallen.kind).toBe("values");
    expect(fallen.metrics.maxDrawdown.value).toBeCloseTo(-0.75, 12);
    expect((await report({ iterations: 0 }, Float64Array.of(10_000, 11_000, 12_000, 6000, 5000, 5500))).kind).toBe("values");
    expect((await report({ iterations: 0 }, Float64Array.of(0.1, -2, 0.3, 1.4))).kind).toBe("returns");
  });

  it("computes drawdowns and performance from a period, losses and their backtest from all values", async () => {
    const times = walk.map((_, t) => Date.UTC(2020, 0, 1) + 86_400_000 * t);
    const all = await report({ times });
    const newest = await report({ times, period: 100 });
    const alone = await report({ times: times.slice(-100), iterations: 200 }, walk.slice(-100));
    expect([newest.returns, newest.allReturns, newest.wealth.length]).toEqual([99, 799, 100]);
    expect(newest.metrics).toEqual(alone.metrics);
    expect(newest.episodes).toEqual(alone.episodes);
    expect(newest.drawdownHistory).toEqual(alone.drawdownHistory);
    expect(newest.losses).toEqual(all.losses);
    expect(newest.backtest).toEqual(all.backtest);
    expect(newest.stepReturns.length).toBe(799);
    expect((await report({ period: 5000 })).metrics).toEqual((await report({})).metrics);
    for (const period of [1, 2.5, Number.NaN]) expect(await failure({ period })).toMatchObject({ code: "bad-input" });
  });

  it("gives the same figures without the columns of an existing answer", async () => {
    const brief = await report({ brief: true });
    const whole = await report({});
    expect(numbersOf({ ...brief, backtest: null })).toEqual(numbersOf({ ...whole, drawdownHistory: [], backtest: null }));
    expect([brief.drawdown, brief.wealth, brief.stepReturns].map(({ length }) => length)).toEqual([0, 0, 0]);
    expect(brief.backtest).toBeNull();
    for (const period of [null, 100]) {
      const { stepReturns } = await report({ period });
      const again = await report({ period, brief: true, stepReturns });
      expect(again).toEqual(await report({ period, brief: true }));
      expect(await report({ period, brief: true, stepReturns: stepReturns.subarray(1) })).toEqual(again);
    }
  });

  it("fills the specification's block, with dates if there are any", async () => {
    const times = walk.map((_, t) => Date.UTC(2020, 0, 1) + 86_400_000 * t);
    const found = await report({ times });
    expect(found.drawdownHistory.length).toBe(800);
    expect(found.drawdownHistory[0]).toEqual({ date: "2020-01-01", drawdown: 0, price: walk[0] });
    expect(Math.min(...found.drawdownHistory.map(({ drawdown }) => drawdown))).toBeCloseTo(-found.maxDrawdown, 10);
    expect(found.additionalMetrics.sharpeRatio).toBe(found.metrics.sharpe.value);
    // 799 calendar days are 2.1875 years; without dates 799 trading days are 3.17.
    const total = Math.log1p(found.metrics.totalReturn.value ?? Number.NaN);
    expect(Math.log1p(found.metrics.cagr.value ?? Number.NaN)).toBeCloseTo(total / (799 / 365.25), 12);
    const undated = await report({});
    expect(Math.log1p(undated.metrics.cagr.value ?? Number.NaN)).toBeCloseTo((total * 252) / 799, 12);
    expect(undated.drawdownHistory[799].date).toBe("800");
    const long = await report({ iterations: 0 }, randomWalk(4000, 2));
    expect(long.drawdownHistory.length).toBe(2600);
    expect(long.metrics.sharpe).toMatchObject({ lower: null, upper: null, interval: null });
  });

  it("states what is unavailable for short or constant values, and why", async () => {
    const two = await report({}, Float64Array.of(100, 110));
    expect(two.metrics.sharpe).toMatchObject({ value: null, reason: "not available: needs at least two returns" });
    expect(two.metrics.totalReturn.value).toBeCloseTo(0.1, 14);
    expect(two.backtest).toBeNull();
    const flat = await report({ method: "monte-carlo" }, new Float64Array(400).fill(7));
    expect(flat.metrics.sharpe).toMatchObject({ value: null, reason: "the values have zero variance" });
    expect(flat.metrics.calmar.reason).toBe("not available: no drawdown");
    expect([flat.var, flat.maxDrawdown, flat.riskWarning]).toEqual([-0, -0, false]);
    for (const found of [two, flat, await report({}, Float64Array.of(3, 2)), await report({}, Float64Array.of(1e140, 1, 1e-140, 5))]) {
      expect(numbersOf(found).filter((value) => !Number.isFinite(value))).toEqual([]);
    }
  });

  it("does not backtest value at risk on constant returns", async () => {
    const flat = new Float64Array(600).fill(100);
    expect((await report({}, flat)).backtest).toBeNull();
    const once = await report({ period: 100 }, flat.with(3, 90));
    expect(once.backtest?.counts.exceptions).toBe(0);
  });

  it("refuses with the specification's messages", async () => {
    expect(await failure({ values: new Float64Array(0) })).toMatchObject({ code: "bad-input", message: "Please enter portfolio data" });
    expect(await failure({ values: Float64Array.of(5) })).toMatchObject({ message: "Invalid portfolio data format" });
    const values = Float64Array.of(5, 4, -1, 3);
    expect(await failure({ values, kind: "values" })).toMatchObject({
      message: "Failed to assess portfolio risk: row 3 has the price -1; prices must be above 0",
      row: 3,
      value: "-1",
    });
    expect(await failure({ values: Float64Array.of(5, Number.NaN, 1) })).toMatchObject({ row: 2 });
    expect(await failure({ values: Float64Array.of(0.1, -0.2, -100, 300), kind: "returns" })).toMatchObject({
      message: "Failed to assess portfolio risk: a return of −100% or less wipes out the portfolio",
    });
    expect(await failure({ confidenceLevel: 1 })).toMatchObject({ message: "The confidence level must be between 50% and 100%" });
    expect(await failure({ lookbackPeriod: 1.5 })).toMatchObject({ code: "bad-input" });
    expect(await failure({ varThreshold: Number.NaN })).toMatchObject({ code: "bad-input" });
    expect(await failure({ riskFree: -1 })).toMatchObject({ code: "bad-input" });
    expect(await failure({ perYear: 0 })).toMatchObject({ code: "bad-input" });
    expect(await failure({ draws: 5 })).toMatchObject({ code: "bad-input" });
    expect(await failure({ iterations: -1 })).toMatchObject({ code: "bad-input" });
    expect(await failure({ level: 1 })).toMatchObject({ code: "bad-input" });
    expect(await failure({ seed: Number.NaN })).toMatchObject({ message: "The seed must be a whole number from 0 to 2⁵³ − 1" });
  });

  it("can be canceled anywhere, and frees its memory", async () => {
    for (const at of [0, 3, 20, 200]) {
      const canceled = await testContext(at);
      await canceled.load("risk");
      const mark = canceled.kernels.arenaMark();
      await expect(analyzeRisk({ values: walk }, canceled)).rejects.toThrow(Canceled);
      expect(canceled.kernels.arenaMark()).toBe(mark);
    }
  });

  it("canceled while resampling, has intervals from the resamples drawn, with the bits of a run of that many", async () => {
    const input: RiskInput = { values: randomWalk(5001, 3), lookbackPeriod: 252, seed: 4, iterations: 1000 };
    const whole = await report(input, input.values);
    expect(whole.canceledAfter).toBeUndefined();
    // Losses have one part, the 5,000 returns ten of 100 resamples each.
    const [losses, returns] = await stagesOf((counting) => analyzeRisk(input, counting));
    expect([losses.parts.length, returns.parts.length]).toEqual([1, 10]);
    const canceledAt = async (at: number) => resultOf(await analyzeRisk(input, await testContext(at, "part")));
    const part = await canceledAt(returns.parts[3]);
    expect(part.canceledAfter).toEqual({ done: 1300, of: 2000, losses: 1000, performance: 300 });
    expect(part.bootstrap?.replicates).toBe(300);
    expect(part.metrics).toEqual((await report({ ...input, iterations: 300 }, input.values)).metrics);
    expect(part.losses).toEqual(whole.losses);
    // Every figure is present, with or without an interval.
    const early = await canceledAt(returns.parts[0]);
    expect(early.canceledAfter).toEqual({ done: 1000, of: 2000, losses: 1000, performance: 0 });
    for (const [name, { value }] of Object.entries(whole.metrics)) {
      expect(early.metrics[name as keyof typeof whole.metrics]).toEqual({ value, lower: null, upper: null, interval: null, reason: null });
    }
    // There is no partial result if nothing has been drawn, or if none is wanted.
    await expect(canceledAt(losses.parts[0])).rejects.toThrow(Canceled);
    await expect(analyzeRisk(input, await testContext(returns.parts[3]))).rejects.toThrow(Canceled);
  });
});

it("resample-returns: later parts use other streams of the same seed", async () => {
  const returns = walk.slice(1).map((value, t) => value / walk[t] - 1);
  const basis = { perYear: 252, riskFree: 0.02, pivot: 0, years: null };
  const part = async (index: number) => {
    const plan = { scheme: "stationary", block: 5, replicates: 20, seed: 1 } as const;
    return resultOf(await resampleReturns({ returns, question: { figures: "performance", basis }, plan, part: index }, context));
  };
  expect(await part(1)).toEqual(await part(1));
  expect((await part(1))[0]).not.toEqual((await part(0))[0]);
});

describe("measure-contributions", () => {
  it("measures every asset of a portfolio of prices", async () => {
    const assets = [];
    for (const name of ["DAX", "SMI", "CAC"]) {
      const values = await goldenColumn("series/eustockmarkets.csv", name);
      if (values) assets.push({ name, values });
    }
    const found = resultOf(await measureContributions({ assets }, context));
    expect(found.assets.map(({ name }) => name)).toEqual(["DAX", "SMI", "CAC"]);
    expect(found.assets.reduce((sum, asset) => sum + asset.componentVolatility, 0)).toBeCloseTo(found.volatility, 12);
    expect(found.observations).toBe(1859);
    expect(found.readAs).toBeUndefined();
  });

  describe("returns of several kinds", () => {
    const logs = walk.slice(1).map((value, t) => Math.log(value / walk[t]));
    const calm = logs.map((r, t) => 0.3 * r + 0.002 * Math.sin(t));
    const simple = logs.map(Math.expm1);
    const measured = async (assets: Parameters<typeof measureContributions>[0]["assets"], kind?: "returns" | "log-returns") => {
      return resultOf(await measureContributions({ assets, weights: [0.6, 0.4], kind }, context));
    };

    it("reads each asset as declared, log returns in percent beside simple ones, like a plain sum", async () => {
      const found = await measured([
        { name: "A", values: logs.map((r) => 100 * r), kind: "log-returns", unit: "percent" },
        { name: "B", values: calm, kind: "returns", unit: "fraction" },
      ]);
      expect(found.readAs).toEqual([
        { kind: "log-returns", unit: "percent" },
        { kind: "returns", unit: "fraction" },
      ]);
      const mixed = simple.map((r, t) => 0.6 * r + 0.4 * calm[t]);
      const mean = mixed.reduce((sum, r) => sum + r, 0) / mixed.length;
      const variance = mixed.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (mixed.length - 1);
      // Exponentials by another algorithm, in each of 800 rows.
      expect(found.volatility).toBeCloseTo(Math.sqrt(252 * variance), 12);
      expect(found.annualReturn).toBeCloseTo(252 * mean, 12);
      const taken = await measured([
        { name: "A", values: simple },
        { name: "B", values: calm },
      ]);
      expect(found.assets[0].percentVolatility).toBeCloseTo(taken.assets[0].percentVolatility, 12);
    });

    it("uses the common kind for undeclared assets, and infers their unit from size, to the bit", async () => {
      const silent = [
        { name: "A", values: simple },
        { name: "B", values: calm },
      ];
      const told = silent.map((asset) => ({ ...asset, kind: "returns" as const, unit: "fraction" as const }));
      const found = await measured(silent);
      expect(await measured(told)).toEqual(found);
      expect(await measured(silent, "returns")).toEqual(found);
      expect(await measured(told, "log-returns")).toEqual(found);
      expect((await measured(silent, "log-returns")).readAs?.[0].kind).toBe("log-returns");
    });
  });

  it("refuses an asset's prices declared as log returns, like the risk of a single series", async () => {
    for (const rows of [60, 252]) {
      const prices = walk.slice(0, rows);
      const assets = [
        { name: "A", values: prices.map((price) => price / prices[0] - 1), kind: "returns" as const },
        { name: "B", values: prices },
      ];
      const outcome = await measureContributions({ assets, weights: [0.5, 0.5], kind: "log-returns" }, context);
      expect(outcome.ok || failureText(outcome.failure)).toMatch(/B.*too large to compute with$/);
    }
  });

  it("refuses inconsistent input, naming the asset", async () => {
    const refusal = async (input: Parameters<typeof measureContributions>[0]) => {
      const outcome = await measureContributions(input, context);
      return outcome.ok ? null : failureText(outcome.failure);
    };
    const asset = { name: "A", values: Float64Array.of(1, 2, 1) };
    const uneven = "Every asset needs the same number of values, and one weight";
    expect(await refusal({ assets: [] })).toBe("Please enter portfolio data");
    expect(await refusal({ assets: [asset, { name: "B", values: Float64Array.of(1, 2) }] })).toBe(uneven);
    expect(await refusal({ assets: [asset], weights: [0.5, 0.5] })).toBe(uneven);
    expect(await refusal({ assets: [asset], confidence: 1 })).toBe("The confidence level must be between 50% and 100%");
    expect(await refusal({ assets: [asset, { name: "B", values: Float64Array.of(1, 0, 2) }], kind: "values" })).toBe(
      "B: Failed to assess portfolio risk: row 2 has the price 0; prices must be above 0",
    );
    expect(await refusal({ assets: [{ name: "A", values: Float64Array.of(1, 1, 1) }] })).toBe(
      "Failed to assess portfolio risk: the values have zero variance",
    );
  });
});
