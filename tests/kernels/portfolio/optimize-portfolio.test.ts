import { beforeAll, describe, expect, it } from "vitest";
import { solvePositive } from "../../../workers/numerics/dense-matrix";
import { blackLitterman } from "../../../workers/portfolio/black-litterman";
import { type OptimizePortfolioInput, optimizePortfolio } from "../../../workers/portfolio/jobs/optimize-portfolio";
import { type TraceFrontierInput, traceFrontier } from "../../../workers/portfolio/jobs/trace-frontier";
import type { Objective } from "../../../workers/portfolio/optimize";
import { Canceled, type JobContext } from "../../../workers/runtime/job";
import type { AssetPrices } from "../../../workers/series/align";
import { resultOf, says, told, toldOutcome } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { hierarchicalEqualRiskTwin } from "../reference/hierarchical-equal-risk";
import { furthest, furthestOff, GOLDEN_IDS, givenEstimates, goldenCase } from "./portfolio-golden";

let context: JobContext;
beforeAll(async () => {
  context = await testContext();
});

const SAMPLE = { covariance: { kind: "sample" }, mean: { kind: "arithmetic" } } as const;
const { golden, numpy, assets } = await goldenCase("eustockmarkets");
const markets = assets!;

async function optimized(input: OptimizePortfolioInput) {
  return resultOf(await optimizePortfolio(input, context));
}
async function refusal(input: Partial<OptimizePortfolioInput>) {
  const outcome = await optimizePortfolio({ assets: markets, objective: { kind: "minimum-variance" }, ...input }, context);
  return outcome.ok ? null : told(outcome.failure);
}

const OBJECTIVES: Objective[] = [
  { kind: "minimum-variance" },
  { kind: "maximum-sharpe" },
  { kind: "target-return", target: golden.efficient_return.target },
  { kind: "maximum-utility", aversion: 2 },
  { kind: "maximum-diversification" },
  { kind: "minimum-cvar", confidence: 0.95, target: null },
  { kind: "equal-risk", shares: null },
  { kind: "hierarchical", linkage: "single" },
  { kind: "hierarchical-equal-risk", linkage: "single", clusters: null },
  { kind: "inverse-volatility" },
  { kind: "equal-weight" },
];

describe("optimize-portfolio, from prices to weights", () => {
  it("every objective matches its reference", async () => {
    const want: Record<Objective["kind"], number[]> = {
      "minimum-variance": golden.min_variance_long_only.weights,
      "maximum-sharpe": golden.max_sharpe_long_only.weights,
      "target-return": golden.efficient_return.weights,
      "maximum-utility": golden.max_quadratic_utility_ra2.weights,
      "maximum-diversification": numpy.maximum_diversification.weights,
      "minimum-cvar": numpy.minimum_cvar.b95.weights,
      "equal-risk": golden.risk_parity.weights,
      hierarchical: golden.hrp_single.weights,
      "hierarchical-equal-risk": [...hierarchicalEqualRiskTwin(golden.cov_annual_ddof1.flat(), 4, "single", 2)],
      "inverse-volatility": golden.inverse_volatility.weights,
      "equal-weight": golden.equal.weights,
    };
    for (const objective of OBJECTIVES) {
      const own = await optimized({ assets: markets, objective, ...SAMPLE });
      // SLSQP stops at 1e-7; all others are closer.
      expect(furthest(own.weights, want[objective.kind]), objective.kind).toBeLessThan(2e-7);
      expect(own.residual ?? 0, objective.kind).toBeLessThan(1e-10);
      expect(own).toMatchObject({ used: objective.kind, objective: objective.kind, notes: [], names: ["DAX", "SMI", "CAC", "FTSE"] });
      for (const value of [
        own.expectedReturn,
        own.volatility,
        own.sharpe,
        own.diversificationRatio,
        own.effectiveAssets,
        ...own.correlation,
      ])
        expect(Number.isFinite(value)).toBe(true);
    }
    const own = await optimized({ assets: markets, objective: { kind: "maximum-sharpe" }, ...SAMPLE });
    expect(Math.abs(own.sharpe! / golden.max_sharpe_long_only.sharpe - 1)).toBeLessThan(1e-8);
    expect(Math.abs(own.equalWeights.volatility / golden.equal.volatility - 1)).toBeLessThan(1e-10);
    expect(own.alignment).toMatchObject({ rows: 1860, incomplete: 0, from: null });
  });

  it("shrinks towards constant correlation by default", async () => {
    const own = await optimized({ assets: markets, objective: { kind: "minimum-variance" } });
    expect(Math.abs(own.shrinkage! / numpy.ledoit_wolf_constant_correlation.delta - 1)).toBeLessThan(1e-10);
  });

  it("repeats the same bits", async () => {
    for (const objective of OBJECTIVES) {
      const input = { assets: markets, objective };
      expect(await optimized(input)).toEqual(await optimized(input));
    }
    const own = await optimized({ assets: markets, objective: { kind: "minimum-cvar", confidence: 0.99, target: null }, ...SAMPLE });
    expect([...own.weights].map((weight) => weight.toFixed(14))).toEqual(DIGEST);
  });

  it("the same bits in Node, Chromium and Firefox", async () => {
    let hash = 0xcbf29ce484222325n;
    const take = (values: Float64Array) => {
      for (const byte of new Uint8Array(values.slice().buffer)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    };
    const tree = OBJECTIVES.filter(({ kind }) => kind === "hierarchical-equal-risk");
    for (const objective of OBJECTIVES) if (!tree.includes(objective)) take((await optimized({ assets: markets, objective })).weights);
    const recent = { covariance: { kind: "exponential", span: 90 }, mean: { kind: "exponential", span: 500 } } as const;
    take((await optimized({ assets: markets, objective: { kind: "maximum-sharpe" }, ...recent })).weights);
    const frontier = await traceFrontier({ assets: markets }, context);
    if (frontier.ok) for (const { weights } of frontier.value.points) take(weights);
    expect(hash.toString(16)).toBe("38abe1c636cf6ba");
    for (const objective of tree) take((await optimized({ assets: markets, objective })).weights);
    expect(hash.toString(16)).toBe("2dea84bba80f1090");
  });

  it("falls back to minimum variance, and says so, if nothing earns more than the risk-free rate", async () => {
    const own = await optimized({ assets: markets, objective: { kind: "maximum-sharpe" }, riskFree: 0.3, ...SAMPLE });
    expect(own).toMatchObject({
      used: "minimum-variance",
      objective: "maximum-sharpe",
      notes: [says("portfolio/noExcess", { riskFree: 0.3 })],
    });
    expect(furthest(own.weights, golden.min_variance_long_only.weights)).toBeLessThan(2e-7);
  });

  it("reports that estimates from few returns are unreliable, unless expected returns are given", async () => {
    const latest = (rows: number) => markets.map((asset) => ({ ...asset, values: asset.values.slice(0, rows) }));
    const notes = async (rows: number, more: Partial<OptimizePortfolioInput> = {}) =>
      (await optimized({ assets: latest(rows), objective: { kind: "minimum-variance" }, ...more })).notes;
    expect(await notes(31)).toEqual([]);
    expect(await notes(30)).toEqual([says("portfolio/fewReturns", { returns: 29 })]);
    expect(await notes(30, { mean: { kind: "given", means: Float64Array.of(0.1, 0.1, 0.1, 0.1) } })).toEqual([]);
    expect(await notes(5, SAMPLE)).toEqual([
      says("portfolio/fewDays", { returns: 4, assets: 4 }),
      says("portfolio/fewReturns", { returns: 4 }),
    ]);
  });

  it("reports that heuristics ignore limits", async () => {
    const limits = { lower: 0.1, upper: 0.4, groups: [] };
    const own = await optimized({ assets: markets, objective: { kind: "hierarchical", linkage: "ward" }, limits });
    expect(own.notes).toEqual([says("portfolio/limitsIgnored")]);
    const kept = await optimized({ assets: markets, objective: { kind: "maximum-sharpe" }, limits });
    for (const weight of kept.weights) expect(weight >= 0.1 && weight <= 0.4).toBe(true);
  });

  it("HERC reports its clusters, and refuses more clusters than assets", async () => {
    const own = await optimized({ assets: markets, objective: { kind: "hierarchical-equal-risk", linkage: "ward", clusters: null } });
    expect(own.clusters).toHaveLength(4);
    expect(own.order?.toSorted()).toEqual([0, 1, 2, 3]);
    for (const clusters of [0, 1.5, 5, Number.NaN]) {
      const objective = { kind: "hierarchical-equal-risk", linkage: "ward", clusters } as const;
      expect((await refusal({ objective }))?.message).toBe(says("portfolio/clusters"));
    }
    expect((await optimized({ assets: markets, objective: { kind: "minimum-variance" } })).clusters).toBeNull();
  });

  it("names the highest return if a target is out of reach", async () => {
    const highest = Math.max(...golden.mu_annual_arithmetic);
    for (const objective of [
      { kind: "target-return", target: 0.5 },
      { kind: "minimum-cvar", confidence: 0.95, target: 0.5 },
    ] as const) {
      expect(await refusal({ objective, ...SAMPLE })).toMatchObject({
        code: "bad-input",
        message: says("portfolio/targetTooHigh", { target: 0.5, highest }),
      });
    }
  });
});

const DIGEST = ["0.00000000000000", "0.08656559710952", "0.00000000000000", "0.91343440289048"];

describe("views", () => {
  for (const id of GOLDEN_IDS) {
    it(`${id}: Black-Litterman matches numpy to 1e-12`, async () => {
      const { golden: known, numpy: reference, names } = await goldenCase(id);
      const n = names.length;
      const unit = (...places: [number, number][]) => {
        const weights = new Array<number>(n).fill(0);
        for (const [at, value] of places) weights[at] = value;
        return weights;
      };
      const own = blackLitterman(context, await context.load("portfolio"), givenEstimates(known).covariance, {
        market: new Array<number>(n).fill(1 / n),
        aversion: 2.5,
        tau: 0.05,
        views: [
          { weights: unit([0, 1]), expected: 0.1, variance: null },
          { weights: unit([1, 1], [2, -1]), expected: 0.03, variance: null },
        ],
      })!;
      expect(furthestOff(own.means, reference.black_litterman.mean)).toBeLessThan(1e-12);
      expect(furthestOff(own.covariance, reference.black_litterman.cov.flat())).toBeLessThan(1e-12);
    });
  }
  // Correlations, volatilities and weights of Australia, Canada, France, Germany, Japan, the United Kingdom and the United States, and the
  // posteriors of two views: tables 1, 2, 5 and 6 of He and Litterman (1999).
  const CORRELATIONS = [
    [1, 0.488, 0.478, 0.515, 0.439, 0.512, 0.491],
    [0.488, 1, 0.664, 0.655, 0.31, 0.608, 0.779],
    [0.478, 0.664, 1, 0.861, 0.355, 0.783, 0.668],
    [0.515, 0.655, 0.861, 1, 0.354, 0.777, 0.653],
    [0.439, 0.31, 0.355, 0.354, 1, 0.405, 0.306],
    [0.512, 0.608, 0.783, 0.777, 0.405, 1, 0.652],
    [0.491, 0.779, 0.668, 0.653, 0.306, 0.652, 1],
  ];
  const DEVIATIONS = [0.16, 0.203, 0.248, 0.271, 0.21, 0.2, 0.187];
  const MARKET = [0.016, 0.022, 0.052, 0.055, 0.116, 0.124, 0.615];
  const inTenths = (values: ArrayLike<number>) => Array.from(values, (value) => Number((100 * value).toFixed(1)));
  it.each([
    [0.03, [4.4, 8.7, 9.5, 11.2, 4.6, 7.0, 7.5], [1.5, 41.9, -3.4, 33.6, 11.0, -8.2, 18.8]],
    [0.04, [4.4, 9.1, 9.5, 11.3, 4.6, 7.0, 7.3], [1.5, 53.3, -3.3, 33.1, 11.0, -7.8, 7.3]],
  ])(
    "Germany over Europe by 5 %%, Canada over the United States by %f: the published means and weights",
    async (canada, means, weights) => {
      const covariance = Float64Array.from(CORRELATIONS.flatMap((row, i) => row.map((value, j) => value * DEVIATIONS[i] * DEVIATIONS[j])));
      const europe = MARKET[2] + MARKET[5];
      const kernels = await context.load("portfolio");
      const found = blackLitterman(context, kernels, covariance, {
        market: MARKET,
        aversion: 2.5,
        tau: 0.05,
        views: [
          { weights: [0, 0, -MARKET[2] / europe, 1, 0, -MARKET[5] / europe, 0], expected: 0.05, variance: null },
          { weights: [0, 1, 0, 0, 0, 0, -1], expected: canada, variance: null, confidence: 0.5 },
        ],
      })!;
      expect(inTenths(found.means)).toEqual(means);
      const held = solvePositive(context, kernels, found.covariance, found.means)!.map((value) => value / 2.5);
      expect(inTenths(held)).toEqual(weights);
    },
  );

  it("a certain view is met exactly, a doubtful one has almost no effect, and the tilt increases with confidence", async () => {
    const { golden: known, names } = await goldenCase(GOLDEN_IDS[0]);
    const n = names.length;
    const covariance = givenEstimates(known).covariance;
    const kernels = await context.load("portfolio");
    const weights = names.map((_, i) => (i === 0 ? 1 : 0));
    const market = new Array<number>(n).fill(1 / n);
    const pulled = [0.001, 0.25, 0.5, 0.75, 1].map((confidence) => {
      const views = [{ weights, expected: 0.3, variance: null, confidence }];
      const { means, prior } = blackLitterman(context, kernels, covariance, { market, aversion: 2.5, tau: 0.05, views })!;
      return (means[0] - prior[0]) / (0.3 - prior[0]);
    });
    // A single view tilts by exactly its confidence.
    expect(pulled).toEqual([0.001, 0.25, 0.5, 0.75, 1].map((share) => expect.closeTo(share, 12)));
    const doubted = { weights: [1, 0, 0, 0], expected: 0.1, variance: null, confidence: 0 };
    const views = { market: [0.25, 0.25, 0.25, 0.25], aversion: 2.5, tau: 0.05, views: [doubted] };
    expect((await refusal({ views }))?.message).toBe(says("portfolio/viewConfidence"));
  });

  it("without views the market portfolio is optimal", async () => {
    const market = [0.1, 0.2, 0.3, 0.4];
    const views = { market, aversion: 3, tau: 0.05, views: [] };
    const own = await optimized({ assets: markets, objective: { kind: "maximum-sharpe" }, riskFree: 0, views, ...SAMPLE });
    expect(furthest(own.weights, market)).toBeLessThan(1e-12);
  });
});

describe("dates", () => {
  const DAY = 86_400_000;
  const dated = (name: string, from: number, to: number, skip: (day: number) => boolean = () => false): AssetPrices => {
    const days = Array.from({ length: to - from }, (_, i) => from + i).filter((day) => !skip(day));
    return {
      name,
      values: Float64Array.from(days, (day) => 100 + name.length + 10 * Math.sin(day * (1 + name.length / 3))),
      times: Float64Array.from(days, (day) => day * DAY),
    };
  };
  it("joins on common dates, drops rows with a missing price and counts both", async () => {
    const [a, b, c] = [dated("A", 0, 300), dated("BB", 20, 320, (day) => day % 7 === 0), dated("CCC", 10, 310)];
    c.values[40] = Number.NaN;
    const own = await optimized({ assets: [a, b, c], objective: { kind: "minimum-variance" }, ...SAMPLE });
    const common = Array.from({ length: 280 }, (_, i) => 20 + i).filter((day) => day % 7 !== 0 && day !== 50);
    expect(own.alignment).toEqual({
      rows: common.length,
      assets: [
        { name: "A", loaded: 300, dropped: 300 - common.length },
        { name: "BB", loaded: b.values.length, dropped: b.values.length - common.length },
        { name: "CCC", loaded: 300, dropped: 300 - common.length },
      ],
      incomplete: 1,
      from: 20 * DAY,
      to: 299 * DAY,
    });
    // The exact numbers of a manually aligned table.
    const pick = (asset: AssetPrices) => ({
      ...asset,
      times: null,
      values: Float64Array.from(common, (day) => asset.values[asset.times!.indexOf(day * DAY)]),
    });
    const byHand = await optimized({ assets: [a, b, c].map(pick), objective: { kind: "minimum-variance" }, ...SAMPLE });
    expect(byHand.weights).toEqual(own.weights);
  });
  it("refuses dates that do not increase, too few common dates, and mismatched lengths", async () => {
    const back = dated("A", 0, 50);
    back.times![7] = back.times![6];
    expect(await refusal({ assets: [back, dated("BB", 0, 50)] })).toMatchObject({
      message: says("series/repeatedDates", { name: "A", count: 1 }),
    });
    // Columns of one table need no dates.
    const beside = { ...dated("BB", 0, 50), times: back.times };
    await optimized({ assets: [back, beside], objective: { kind: "minimum-variance" } });
    back.times![7] = back.times![6] - 1;
    expect(await refusal({ assets: [back, dated("BB", 0, 50)] })).toMatchObject({ message: says("series/dates", { name: "A" }) });
    expect(await refusal({ assets: [dated("A", 0, 50), dated("BB", 48, 90)] })).toMatchObject({
      message: says("series/fewRows", { rows: 2, least: 3 }),
    });
    const short = { ...dated("BB", 0, 40), times: null };
    expect(await refusal({ assets: [dated("A", 0, 50), short] })).toMatchObject({
      message: says("series/lengths", { first: "A", length: 50, other: "BB", otherLength: 40 }),
    });
  });
});

describe("input that cannot be optimized", () => {
  const asset = (name: string, ...values: number[]): AssetPrices => ({ name, values: Float64Array.from(values), times: null });
  const ramp = asset("A", 1, 2, 3, 5, 4, 6);
  const flat = asset("B", 2, 2, 2, 2, 2, 2);
  it("is refused with a reason", async () => {
    expect(await refusal({ assets: [] })).toMatchObject({ message: says("series/noAssets") });
    expect(await refusal({ assets: [ramp, { ...flat, name: "A" }] })).toMatchObject({ message: says("portfolio/twice", { name: "A" }) });
    expect(await refusal({ assets: [asset("A", 1, 2)] })).toMatchObject({ message: says("series/fewRows", { rows: 2, least: 3 }) });
    expect(await refusal({ assets: [asset("A", 3, -2, 4, 5)] })).toMatchObject({
      message: says("series/price", { name: "A", value: -2 }),
      row: 2,
      column: "A",
    });
    expect(await refusal({ assets: [asset("A", 1e-300, 1e200, 1e-300, 1e300)] })).toMatchObject({ message: says("portfolio/overflow") });
    expect(await refusal({ assets: [asset("A", Number.NaN, Number.NaN, Number.NaN, 1)] })).toMatchObject({
      message: says("series/fewRows", { rows: 1, least: 3 }),
    });
    for (const kind of ["equal-risk", "maximum-diversification", "inverse-volatility"] as const) {
      const objective = (kind === "equal-risk" ? { kind, shares: null } : { kind }) as Objective;
      expect(await refusal({ assets: [ramp, flat], objective, ...SAMPLE })).toMatchObject({
        message: says("portfolio/flat", { name: "B" }),
      });
    }
    expect(await refusal({ limits: { lower: 0.3, upper: 1, groups: [] } })).toMatchObject({
      message: says("portfolio/lowerSum", { sum: 1.2 }),
    });
    expect(await refusal({ limits: { lower: 0, upper: 0.2, groups: [] } })).toMatchObject({
      message: says("portfolio/upperSum", { sum: 0.8 }),
    });
    expect(await refusal({ limits: { lower: [0, 0], upper: 1, groups: [] } })).toMatchObject({
      message: says("portfolio/boundCount", { assets: 4 }),
    });
    expect(await refusal({ limits: { lower: 0.5, upper: 0.4, groups: [] } })).toMatchObject({
      message: says("portfolio/bounds", { name: "DAX" }),
    });
    const group = (assets: string[], least: number | null, most: number | null) => ({
      lower: 0,
      upper: 1,
      groups: [{ name: "G", assets, least, most }],
    });
    expect(await refusal({ limits: group(["Gold"], 0, 1) })).toMatchObject({ message: says("portfolio/group", { name: "G" }) });
    expect(await refusal({ limits: group(["DAX", "SMI", "CAC", "FTSE"], null, 0.5) })).toMatchObject({
      message: says("portfolio/conflict", { sides: [{ name: "G", side: "most", share: 0.5 }] }),
    });
    expect(await refusal({ objective: { kind: "minimum-cvar", confidence: 1, target: null } })).toMatchObject({
      message: says("portfolio/confidence"),
    });
    expect(await refusal({ objective: { kind: "maximum-utility", aversion: 0 } })).toMatchObject({
      message: says("volatility/riskAversion"),
    });
    expect(await refusal({ objective: { kind: "equal-risk", shares: [1, 0, 1, 1] } })).toMatchObject({
      message: says("portfolio/shares", { assets: 4 }),
    });
    expect(await refusal({ covariance: { kind: "exponential", span: 1 } })).toMatchObject({ message: says("portfolio/span") });
    expect(await refusal({ covariance: { kind: "given", matrix: new Float64Array(3) } })).toMatchObject({
      message: says("portfolio/matrix", { assets: 4 }),
    });
    expect(await refusal({ mean: { kind: "given", means: new Float64Array(3) } })).toMatchObject({
      message: says("portfolio/means", { assets: 4 }),
    });
    expect(await refusal({ periodsPerYear: 0 })).toMatchObject({ message: says("numerics/annualization") });
  });
  it("a constant asset is the minimum-variance portfolio, without a Sharpe ratio", async () => {
    const own = await optimized({ assets: [ramp, flat], objective: { kind: "minimum-variance" }, ...SAMPLE });
    expect(furthest(own.weights, [0, 1])).toBeLessThan(1e-9);
    expect(own).toMatchObject({ volatility: 0, sharpe: null, riskContributions: null, diversificationRatio: null });
  });
  it("one asset, all objectives", async () => {
    for (const objective of OBJECTIVES) {
      if (objective.kind === "target-return") continue;
      const own = await optimized({ assets: [markets[0]], objective, ...SAMPLE });
      expect(furthest(own.weights, [1]), objective.kind).toBeLessThan(1e-12);
    }
  });
});

describe("trace-frontier", () => {
  const traced = async (input: TraceFrontierInput) => {
    return resultOf(await traceFrontier(input, context));
  };
  it("runs from minimum variance to the best asset, with the tangency portfolio on it", async () => {
    const own = await traced({ assets: markets, points: 25, ...SAMPLE });
    expect(own.points).toHaveLength(25);
    expect(own.residual).toBeLessThan(1e-10);
    expect(furthest(own.points[0].weights, golden.min_variance_long_only.weights)).toBeLessThan(2e-7);
    expect(furthest(own.points[24].weights, [0, 1, 0, 0])).toBeLessThan(1e-12);
    expect(furthest(own.tangency!.weights, golden.max_sharpe_long_only.weights)).toBeLessThan(2e-7);
    const step = own.points[1].expectedReturn - own.points[0].expectedReturn;
    own.points.forEach(({ expectedReturn, sharpe }, k) => {
      expect(expectedReturn).toBeCloseTo(own.points[0].expectedReturn + k * step, 12);
      expect(sharpe).toBeLessThanOrEqual(own.tangency!.sharpe! + 1e-12);
    });
  });
  it("is a single point for one asset or equal means, and has no tangency if the risk-free rate exceeds every mean", async () => {
    expect((await traced({ assets: [markets[0]], ...SAMPLE })).points).toHaveLength(1);
    const own = await traced({ assets: markets, riskFree: 0.4, ...SAMPLE });
    expect(own).toMatchObject({ tangency: null, notes: [says("portfolio/noTangency", { riskFree: 0.4 })] });
    expect((await traceFrontier({ assets: markets, points: 1 }, context)).ok).toBe(false);
  });
});

it("can be canceled, and frees its memory", async () => {
  for (const objective of OBJECTIVES) {
    const canceled = await testContext(6);
    const mark = canceled.kernels.arenaMark();
    await expect(optimizePortfolio({ assets: markets, objective }, canceled)).rejects.toThrow(Canceled);
    expect(canceled.kernels.arenaMark()).toBe(mark);
  }
});

describe("group limits", () => {
  const group = (name: string, assets: string[], least: number | null, most: number | null) => ({ name, assets, least, most });
  const sum = (own: { names: string[]; weights: Float64Array }, assets: readonly string[]) =>
    own.names.reduce((total, name, i) => total + (assets.includes(name) ? own.weights[i] : 0), 0);

  it("hold for every objective that supports limits, and bind where the unconstrained optimum violates them", async () => {
    const groups = [group("Alps", ["SMI", "DAX"], 0.2, 0.4), group("Channel", ["CAC", "FTSE"], null, 0.65)];
    for (const objective of OBJECTIVES.slice(0, 6)) {
      if (objective.kind === "target-return") objective.target = 0.15;
      const own = await optimized({ assets: markets, objective, limits: { lower: 0, upper: 1, groups }, ...SAMPLE });
      expect(sum(own, ["SMI", "DAX"]), objective.kind).toBeGreaterThan(0.35 - 1e-9);
      expect(sum(own, ["SMI", "DAX"]), objective.kind).toBeLessThan(0.4 + 1e-9);
      expect(own.residual, objective.kind).toBeLessThan(1e-10);
    }
    const free = await optimized({ assets: markets, objective: { kind: "maximum-sharpe" }, ...SAMPLE });
    expect(sum(free, ["SMI", "DAX"])).toBeGreaterThan(0.5);
  });
  it("that contradict each other are named, and no others", async () => {
    const groups = [
      group("Alps", ["SMI", "DAX"], 0.6, 0.9),
      group("Channel", ["CAC", "FTSE"], 0.5, null),
      group("All", ["SMI", "DAX", "CAC", "FTSE"], 0.5, 1),
    ];
    const message = says("portfolio/conflict", {
      sides: [
        { name: "Alps", side: "least", share: 0.6 },
        { name: "Channel", side: "least", share: 0.5 },
      ],
    });
    expect(await refusal({ limits: { lower: 0, upper: 1, groups } })).toMatchObject({ code: "bad-input", message });
    const traced = await traceFrontier({ assets: markets, limits: { lower: 0, upper: 1, groups } }, context);
    expect(toldOutcome(traced)).toMatchObject({ ok: false, failure: { message } });
  });
  it("are checked against the bounds of their assets", async () => {
    const limits = { lower: 0, upper: [0.1, 0.1, 1, 1], groups: [group("Alps", ["SMI", "DAX"], 0.3, null)] };
    expect(await refusal({ limits })).toMatchObject({
      message: says("portfolio/conflict", { sides: [{ name: "Alps", side: "least", share: 0.3 }] }),
    });
    expect(await refusal({ limits: { ...limits, upper: [0.2, 0.1, 1, 1] } })).toBeNull();
  });
});
