import { beforeAll, describe, expect, it } from "vitest";
import type { Information } from "../../../workers/factors/information";
import { type FactorAsset, type MineFactorsInput, type MineFactorsOutput, mineFactors } from "../../../workers/factors/jobs/mine-factors";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { goldenColumn, goldenJson } from "../../fixtures/golden";
import { testContext } from "../context";
import { stagesOf } from "../stages";

/** Digest of the momentum factor, and the p-values of the permutation tests. */
const SAME_EVERYWHERE = ["ec955b67039629d", 0.232, 0.577, 0.081];

type GoldenInformation = Record<"count" | "mean" | "deviation" | "ratio" | "t" | "neweyWestT" | "skewness" | "kurtosis", number> & {
  p?: number;
};

interface Golden {
  factors: Record<
    string,
    {
      sample: Record<string, number | null>;
      known: number;
      sum: number;
      ic1: GoldenInformation;
      ic5: GoldenInformation;
      ic21: GoldenInformation;
      spearman: number;
      pairs: number;
      buckets: number[];
      counts: number[];
      autocorrelation: number;
      performance: number;
      mean: number;
      volatility: number;
      sharpe: number;
      activeRatio: number;
      hitRate: number;
    }
  >;
  correlations: Record<string, number>;
  crossSection: { ic1: GoldenInformation; ic5: GoldenInformation } & Record<
    "performance" | "volatility" | "sharpe" | "steadiness" | "turnover",
    number
  >;
}

let context: JobContext;
let golden: Golden;
let single: FactorAsset;
let result: MineFactorsOutput;

async function mine(input: Partial<MineFactorsInput> & { assets: FactorAsset[] }, own = context): Promise<MineFactorsOutput> {
  return resultOf(await mineFactors({ times: null, news: null, ...input }, own));
}

const column = async (path: string, name: string) => (await goldenColumn(path, name)) ?? new Float64Array();
const near = (actual: number | null | undefined, expected: number, tolerance = 1e-9) =>
  expect(Math.abs((actual ?? Number.NaN) - expected) / Math.max(1, Math.abs(expected))).toBeLessThan(tolerance);

function expectInformation(own: Information, expected: GoldenInformation) {
  expect(own.count).toBe(expected.count);
  for (const field of ["mean", "deviation", "ratio", "t", "neweyWestT", "skewness", "kurtosis"] as const) near(own[field], expected[field]);
  if (expected.p !== undefined) near(own.p, expected.p);
}

beforeAll(async () => {
  context = await testContext();
  golden = await goldenJson<Golden>("factors/scipy_factors.json");
  single = { name: "TTRC", values: await column("series/ttrc_1500.csv", "Close"), volume: await column("series/ttrc_1500.csv", "Volume") };
  result = await mine({ assets: [single] });
});

describe("one series, against SciPy 1.17.1", () => {
  // Rolling sums are updated here and recomputed there: 1e-9 covers the rounding of both.
  for (const id of [1, 2, 5]) {
    it(`factor ${id}: values, information coefficient, buckets and strategy`, () => {
      const expected = golden.factors[id];
      const factor = result.factors.find((one) => one.id === id);
      if (!factor) throw new Error("no such factor");
      for (const [t, value] of Object.entries(expected.sample)) {
        if (value === null) expect(factor.values[Number(t)]).toBeNaN();
        else near(factor.values[Number(t)], value);
      }
      expect(factor.values.length - factor.dropped.count).toBe(expected.known);
      near(
        factor.values.filter((value) => !Number.isNaN(value)).reduce((sum, value) => sum + value, 0),
        expected.sum,
      ); // prettier-ignore
      expectInformation(factor.information, expected.ic5);
      for (const [horizon, reference] of [
        [1, expected.ic1],
        [21, expected.ic21],
      ] as const) {
        const decay = factor.decay.find((one) => one.horizon === horizon);
        if (!decay) throw new Error("no such horizon");
        expectInformation(decay.information, reference);
      }
      near(factor.permutation?.correlation, expected.spearman);
      expect(factor.permutation?.pairs).toBe(expected.pairs);
      expect(factor.buckets.map(({ count }) => count)).toEqual(expected.counts);
      for (const [i, mean] of expected.buckets.entries()) near(factor.buckets[i].mean, mean);
      near(factor.spread, expected.buckets[4] - expected.buckets[0]);
      near(factor.rankAutocorrelation, expected.autocorrelation);
      for (const field of ["performance", "mean", "volatility", "sharpe"] as const) near(factor[field], expected[field]);
      near(factor.strategy.activeRatio, expected.activeRatio);
      near(factor.strategy.hitRate, expected.hitRate);
      expect(factor.informationRatio).toBe(factor.information.ratio);
    });
  }

  it("correlations of the factors", () => {
    const { ids, matrix, kept } = result.correlations;
    expect(ids).toEqual([1, 2, 5]);
    for (const [pair, expected] of Object.entries(golden.correlations)) {
      const [a, b] = pair.split("-").map((id) => ids.indexOf(Number(id) as 1));
      near(matrix[a][b], expected);
      expect(matrix[b][a]).toBe(matrix[a][b]);
    }
    expect(kept).toEqual([1, 2, 5]);
  });

  it("reports what is not available, and charts the last 30 steps", () => {
    expect(result.mode).toBe("series");
    expect(result.unavailable).toEqual([
      { id: 3, name: "Sentiment Score", reason: "not available: needs dated news" },
      { id: 4, name: "News Impact", reason: "not available: needs dated news" },
    ]);
    expect(result.metadata).toEqual({ timestamp: 1500, dataPoints: 1500, factorCount: 3 });
    expect(result.performance.length).toBe(30);
    expect(result.performance[0].timestamp).toBe(1471);
    expect(Object.keys(result.performance[29])).toEqual(["timestamp", "factor1", "factor2", "factor5"]);
    // The chart is the strategy's growth over its last 30 steps.
    const momentum = result.factors[0].values;
    let wealth = 1;
    for (let t = 1470; t < 1500; t++) wealth *= 1 + Math.sign(momentum[t - 1]) * (single.values[t] / single.values[t - 1] - 1);
    near(result.performance[29].factor1, wealth - 1);
  });

  it("corrects p for the number of trials", () => {
    for (const { p, bonferroni, benjaminiHochberg } of result.factors) {
      expect(bonferroni).toBe(Math.min(1, 3 * (p ?? 0)));
      expect(benjaminiHochberg).toBeGreaterThanOrEqual(p ?? 0);
      expect(benjaminiHochberg).toBeLessThanOrEqual(bonferroni ?? 0);
    }
  });
});

describe("invariants of factors", () => {
  it("no factor looks ahead: every prefix gives the same values", async () => {
    const news = [100, 250, 400, 600].map((t) => ({ time: t, score: (t % 7) / 6 }));
    const times = Float64Array.from(single.values, (_, t) => t + 0.5);
    const whole = await mine({ assets: [single], times, news });
    expect(whole.factors.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    for (const n of [333, 700]) {
      const part = { name: "", values: single.values.slice(0, n), volume: single.volume?.slice(0, n) ?? null };
      const early = await mine({ assets: [part], times: times.slice(0, n), news });
      for (const { id, values } of early.factors)
        expect(values).toEqual(whole.factors.find((factor) => factor.id === id)?.values.slice(0, n));
    }
  });

  it("prices in another currency change nothing", async () => {
    const scaled = await mine({ assets: [{ ...single, values: single.values.map((price) => price * 1024) }] });
    for (const [i, factor] of scaled.factors.entries())
      near(factor.informationRatio, result.factors[i].informationRatio ?? Number.NaN, 1e-8);
  });

  it("a seed repeats its result, whatever the worker ran before", async () => {
    const again = await mine({ assets: [single] }, await testContext());
    expect(again).toEqual(result);
    // The same bits in Node, Chromium and Firefox.
    const bits = new BigUint64Array(result.factors[0].values.slice(200).buffer);
    const digest = bits.reduce((sum, part) => BigInt.asUintN(64, sum * 0x100000001b3n + part), 0xcbf29ce484222325n).toString(16);
    expect([digest, ...result.factors.map(({ p }) => p)]).toEqual(SAME_EVERYWHERE);
    const other = await mine({ assets: [single], settings: { seed: 9 } });
    expect(other.factors[0].information).toEqual(result.factors[0].information);
    expect(other.factors.map(({ p }) => p)).not.toEqual(result.factors.map(({ p }) => p));
  });

  it("finds a planted relation: returns that revert half of the previous step", async () => {
    const noise = context.arena.scope(() => {
      const stream = context.arena.takeBytes(32);
      const out = context.arena.take(800);
      context.kernels.rngSeed(stream, 4);
      context.kernels.drawUniforms(stream, out, 0, 800);
      return context.arena.view(out, 800).slice();
    });
    const values = new Float64Array(800).fill(100);
    let step = 0;
    for (let t = 1; t < 800; t++) {
      step = -0.5 * step + 0.02 * (noise[t] - 0.5);
      values[t] = values[t - 1] * (1 + step);
    }
    const planted = await mine({
      assets: [{ name: "", values, volume: null }],
      selected: [1],
      settings: { momentumPeriods: [1], horizon: 1 },
    });
    // Spearman's correlation of an AR(1) with coefficient -0.5 and uniform shocks is close to -0.5.
    expect(Math.abs((planted.factors[0].permutation?.correlation ?? 0) + 0.5)).toBeLessThan(0.1);
    expect(planted.factors[0].p).toBe(0.001);
  });
});

describe("several series, against SciPy 1.17.1", () => {
  let several: MineFactorsOutput;
  beforeAll(async () => {
    const names = ["DAX", "SMI", "CAC", "FTSE"];
    const assets = await Promise.all(
      names.map(async (name) => ({ name, values: await column("series/eustockmarkets.csv", name), volume: null })),
    );
    several = await mine({ assets, settings: { horizons: [1, 5] } });
  });

  it("information coefficient across assets, and the long-short portfolio", () => {
    const expected = golden.crossSection;
    const [momentum] = several.factors;
    expect(several.mode).toBe("cross-section");
    expectInformation(momentum.information, expected.ic5);
    expectInformation(momentum.decay[0].information, expected.ic1);
    for (const field of ["performance", "volatility", "sharpe"] as const) near(momentum[field], expected[field]);
    near(momentum.rankAutocorrelation, expected.steadiness);
    near(momentum.turnover, expected.turnover);
    expect(several.unavailable.map(({ id }) => id)).toEqual([2, 3, 4]);
    expect(momentum.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(4 * momentum.information.count);
  });

  it("limits the number of quantiles to the number of assets, so that the top and bottom groups are not empty", () => {
    const [{ buckets, spread }] = several.factors;
    expect(buckets).toHaveLength(4);
    for (const { count } of buckets) expect(count).toBeGreaterThan(0);
    expect(spread).toBe((buckets[3].mean ?? Number.NaN) - (buckets[0].mean ?? Number.NaN));
  });

  it("the order of the assets does not matter", async () => {
    const names = ["FTSE", "CAC", "DAX", "SMI"];
    const assets = await Promise.all(
      names.map(async (name) => ({ name, values: await column("series/eustockmarkets.csv", name), volume: null })),
    );
    const turned = await mine({ assets, settings: { horizons: [1, 5] } });
    for (const [i, factor] of turned.factors.entries()) {
      near(factor.informationRatio, several.factors[i].informationRatio ?? Number.NaN, 1e-12);
      near(factor.performance, several.factors[i].performance, 1e-12);
    }
  });
});

describe("refusals and short input", () => {
  const refusal = async (input: Partial<MineFactorsInput>) => {
    const outcome = await mineFactors({ assets: [single], times: null, news: null, ...input }, context);
    return outcome.ok ? "" : failureText(outcome.failure);
  };
  const prices = (n: number) => Float64Array.from({ length: n }, (_, t) => 100 + Math.sin(t * t));

  it("uses the specification's words", async () => {
    const prefix = "Failed to generate alpha factors: ";
    const of = (values: Float64Array, volume: Float64Array | null = null) => ({ assets: [{ name: "A", values, volume }] });
    expect(await refusal({ assets: [] })).toBe(`${prefix}Please enter market data`);
    expect(await refusal(of(prices(99)))).toBe(`${prefix}at least 100 data points are needed, 99 given`);
    expect(await refusal({ selected: [] })).toContain("at least one factor");
    expect(await refusal(of(prices(200).map((price, t) => (t === 4 ? 0 : price))))).toContain("row 5");
    expect(await refusal(of(prices(200).map((price, t) => (t === 9 ? Number.NaN : price))))).toContain("row 10");
    expect(await refusal(of(prices(200), prices(199)))).toContain("as many rows");
    expect(await refusal({ settings: { horizon: 0 } })).toContain("whole numbers");
    expect(await refusal({ settings: { correlationThreshold: 0 } })).toContain("threshold");
    expect(await refusal({ settings: { permutations: 0.5 } })).toContain("permutations");
    expect(await refusal({ settings: { annualization: 0 } })).toContain("Steps per year");
  });

  it("constant prices give no factor; 100 points give those that are defined", async () => {
    const flat = await mine({ assets: [{ name: "", values: new Float64Array(300).fill(7), volume: null }] });
    expect(flat.factors).toEqual([]);
    expect(flat.unavailable.length).toBe(5);
    expect(flat.performance).toEqual([]);
    const short = await mine({ assets: [{ name: "", values: prices(100), volume: new Float64Array(100) }] });
    for (const factor of short.factors)
      for (const value of [factor.performance, factor.informationRatio, factor.sharpe, factor.mean, factor.spread, factor.p])
        expect(value === null || Number.isFinite(value)).toBe(true);
    // A volume of zero has no logarithm, and so no trend.
    expect(short.unavailable.find(({ id }) => id === 2)?.reason).toContain("needs more values");
  });

  it("canceled midway it is the run of the factors tested so far, with corrections for their number", async () => {
    const ask = (context: JobContext) => mineFactors({ assets: [single], times: null, news: null }, context);
    const [testing] = await stagesOf(ask);
    // Five factors, each at the main horizon and three others; the two news factors have no data and are answered at once.
    expect(testing.parts).toHaveLength(20);
    const late = Math.floor((testing.parts[16] + testing.parts[17]) / 2);
    const { canceledAfter, ...part } = resultOf(await ask(await testContext(late, "part")));
    expect(canceledAfter).toEqual({ done: 4, of: 5 });
    const alone = await mine({ assets: [single], selected: [1, 2, 3, 4] });
    expect(alone.canceledAfter).toBeUndefined();
    expect(part).toEqual(alone);
    expect(part.factors.length).toBeGreaterThan(1);
    // There is no partial result if no factor has finished at all its horizons, or if none is wanted.
    await expect(ask(await testContext(testing.parts[0] + 1, "part"))).rejects.toThrow(Canceled);
    expect(await ask(await testContext(testing.parts[1] + 1, "part"))).toMatchObject({ ok: false, failure: { code: "canceled" } });
    await expect(ask(await testContext(late))).rejects.toThrow(Canceled);
  });

  it("can be canceled, and frees its memory", async () => {
    const stopped = await testContext(20);
    const mark = stopped.kernels.arenaMark();
    await expect(mineFactors({ assets: [single], times: null, news: null }, stopped)).rejects.toThrow("canceled");
    expect(stopped.kernels.arenaMark()).toBe(mark);
  });
});

describe("formulas as factors", () => {
  it("are listed beside the five, with their own values, correlations and corrections; invalid ones are reported", async () => {
    const formulas = [
      { name: "Momentum again", text: "ts_mean(returns, 20)" },
      { name: "Typo", text: "clse" },
      { name: "Cheat", text: "delay(close, -1)" },
      { name: "Bars", text: "high - low" },
    ];
    const own = await mine({ assets: [single], formulas });
    expect(own.factors.map(({ id }) => id)).toEqual([1, 2, 5, 6]);
    const added = own.factors[3];
    expect(added).toMatchObject({ name: "Momentum again", category: "Formula", formula: "ts_mean(returns, 20)" });
    const { values } = single;
    for (const t of [20, 700, 1499]) {
      const window = Array.from({ length: 20 }, (_, k) => values[t - k] / values[t - k - 1] - 1);
      near(added.values[t], window.reduce((sum, value) => sum + value, 0) / 20);
    }
    expect(added.values[19]).toBeNaN();
    // Adding it changes the five only through the number of trials.
    for (const [i, { information, performance, p }] of result.factors.entries())
      expect(own.factors[i]).toMatchObject({ information, performance, p, formula: null });
    expect(own.factors[0].bonferroni).toBe(Math.min(1, 4 * (own.factors[0].p ?? 0)));
    expect(own.correlations.ids).toEqual([1, 2, 5, 6]);
    expect(own.performance[29].factor6).toBeTypeOf("number");
    const reasons = Object.fromEntries(own.unavailable.map(({ name, reason }) => [name, reason]));
    expect(reasons.Typo).toContain("at character 1");
    expect(reasons.Cheat).toContain("looks ahead: at row");
    expect(reasons.Bars).toBe("not available: needs high, low");
  });

  it("take positions from their z-score: a formula that is always positive is not always invested", async () => {
    const { factors } = await mine({ assets: [single], selected: [], formulas: [{ name: "Level", text: "rank(close)" }] });
    expect(factors[0].turnover).toBeGreaterThan(0.001);
    expect(factors[0].strategy.performance).not.toBeCloseTo(single.values[1499] / single.values[19] - 1, 2);
  });

  it("compare assets if there are several", async () => {
    const names = ["DAX", "SMI", "CAC", "FTSE"];
    const assets = await Promise.all(
      names.map(async (name) => ({ name, values: await column("series/eustockmarkets.csv", name), volume: null })),
    );
    const raw = await mine({ assets, selected: [], formulas: [{ name: "Raw", text: "-delta(close, 5) / delay(close, 5)" }] });
    const ranked = await mine({ assets, selected: [], formulas: [{ name: "Ranked", text: "rank(-delta(close, 5) / delay(close, 5))" }] });
    // Ranks preserve the order within a date, and so the information coefficient.
    expect(ranked.factors[0].information).toEqual(raw.factors[0].information);
    expect(raw.mode).toBe("cross-section");
  });
});
