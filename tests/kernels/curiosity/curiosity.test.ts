import { beforeAll, describe, expect, it } from "vitest";
import {
  type CuriosityReturns,
  driftT,
  neweyWestLags,
  patternStrength,
  trendPart,
  volatilityPart,
} from "../../../workers/curiosity/components";
import { noveltyOf } from "../../../workers/curiosity/novelty";
import { regimeSwitch } from "../../../workers/curiosity/regime-switch";
import type { JobContext } from "../../../workers/runtime/job";
import type { StructureKernels } from "../../../workers/structure/steps";
import { fitVolatility } from "../../../workers/volatility/fit";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility/search";
import { resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { driftTwin, timeCorrelationTwin, volatilityTwin } from "../reference/curiosity";
import { randomWalk } from "../reference/random";

let context: JobContext;
let structure: StructureKernels;
beforeAll(async () => {
  context = await testContext();
  structure = await context.load("structure");
});

const logReturns = (prices: Float64Array) => prices.slice(1).map((price, t) => Math.log(price / prices[t]));
const on = <T>(returns: Float64Array, work: (column: CuriosityReturns) => T, scale = 1): T =>
  context.arena.scope(() => work({ address: context.arena.put(returns), n: returns.length, scale, annualization: 252 }));

describe("components", () => {
  it.each([30, 100, 900])("volatility and trend of %i returns equal their plain definitions", (n) => {
    const returns = logReturns(randomWalk(n + 1, n));
    const volatility = on(returns, (column) => volatilityPart(context, column));
    const twin = volatilityTwin([...returns], Math.sqrt(252));
    expect(volatility.value).toBeCloseTo(twin.value, 12);
    expect(volatility.median).toBeCloseTo(twin.median, 12);
    expect(volatility.limit).toBeCloseTo(twin.limit, 12);
    const trend = on(returns, (column) => trendPart(context, structure, column));
    const path = [0];
    for (const step of returns.slice(-21)) path.push(path[path.length - 1] + step);
    expect(path).toHaveLength(22);
    expect(trend.correlation).toBeCloseTo(timeCorrelationTwin(path), 11);
    expect(trend.value).toBe(Math.abs(trend.correlation));
    expect(trend.t).toBeCloseTo(driftTwin([...returns], neweyWestLags(n)), 10);
    expect(trend.perYear).toBeCloseTo((252 * returns.reduce((a, b) => a + b, 0)) / n, 12);
  });

  it("percent and fractions give the same components", () => {
    const returns = logReturns(randomWalk(400, 3));
    const [fractions, percents] = [
      on(returns, (c) => volatilityPart(context, c)),
      on(
        returns.map((r) => 100 * r),
        (c) => volatilityPart(context, c),
        0.01,
      ),
    ];
    for (const key of ["value", "recent", "median", "whole", "limit"] as const) expect(percents[key]).toBeCloseTo(fractions[key], 12);
  });

  it.each([
    // Newey and West: 4 (n / 100)^(2/9), rounded down.
    [30, 3],
    [99, 3],
    [100, 4],
    [272, 4],
    [273, 5],
    [5030, 9],
    [1_000_000, 30],
  ])("uses Newey and West's number of lags: %i returns, %i lags", (n, lags) => {
    expect(Math.floor(4 * (n / 100) ** (2 / 9) + 1e-12)).toBe(lags);
    expect(neweyWestLags(n)).toBe(lags);
  });

  it("significance of a drift grows as returns get steadier; undefined for equal returns", () => {
    const returns = logReturns(randomWalk(500, 6));
    expect(
      on(
        returns.map((r) => r + 0.01),
        (c) => driftT(context, c),
      ),
    ).toBeGreaterThan(on(returns, (c) => driftT(context, c)) + 5);
    expect(on(new Float64Array(50), (c) => driftT(context, c))).toBe(0);
  });
});

describe("pattern strength", () => {
  it("is high for ordered series, and not significant for noise", () => {
    const noise = logReturns(randomWalk(129, 14));
    const wave = Float64Array.from({ length: 128 }, (_, t) => Math.sin(t / 4));
    const [found, random] = [
      on(wave, (c) => patternStrength(context, structure, c, 1, 199)),
      on(noise, (c) => patternStrength(context, structure, c, 1, 199)),
    ];
    expect(found.z).toBeGreaterThan(10);
    expect(found.p).toBe(1 / 200);
    expect(found.entropy).toBeLessThan(found.limit);
    expect(Math.abs(random.z)).toBeLessThan(3);
    expect(random.p).toBeGreaterThan(0.01);
  });

  it("has the stated rate of false positives: p below 5% in 5% of 200 noise series", () => {
    let alarms = 0;
    for (let seed = 1; seed <= 200; seed++) {
      if (on(logReturns(randomWalk(129, seed)), (c) => patternStrength(context, structure, c, seed, 99)).p <= 0.05) alarms++;
    }
    // 10 expected, standard deviation 3.1; ties of the entropy make the test conservative.
    expect(alarms).toBeLessThan(20);
    expect(alarms).toBeGreaterThan(0);
  });

  it("uses only the last 128 returns, with the same result for the same seed", () => {
    const returns = logReturns(randomWalk(400, 2));
    const strength = (values: Float64Array, seed: number) => on(values, (c) => patternStrength(context, structure, c, seed, 50));
    expect(strength(returns, 5)).toEqual(strength(returns.slice(-128), 5));
    expect(strength(returns, 6)).not.toEqual(strength(returns, 5));
    expect(strength(returns, 5)).toMatchObject({ returns: 128, shuffles: 50, ties: 0 });
  });
});

describe("novelty and regime switch", () => {
  it("surprises add up to minus the fit's log-likelihood, and the percentile is the rank of the last mean", async () => {
    const returns = await goldenColumn("series/dem2gbp.csv", "ret_pct");
    if (!returns) throw new Error("no reference series");
    const novelty = noveltyOf(context, structure, returns);
    if (!novelty) throw new Error("no novelty");
    const fit = resultOf(fitVolatility(context, returns, { p: 1, q: 1, distribution: "t", preSample: "sample" }, DEFAULT_FIT_OPTIONS));
    expect(novelty.column.reduce((a, b) => a + b, 0)).toBeCloseTo(-fit.logLikelihood, 8);
    const means = Array.from(novelty.column.slice(9), (_, t) => novelty.column.slice(t, t + 10).reduce((a, b) => a + b, 0) / 10);
    const last = means[means.length - 1];
    expect(novelty.surprise).toBeCloseTo(last, 12);
    expect(novelty.percentile).toBeCloseTo((means.filter((value) => value < last - 1e-12).length + 0.5) / means.length, 12);
  });

  it("a burst at the end is novel, calm is not; too few returns give no result", () => {
    const quiet = logReturns(randomWalk(600, 5));
    const burst = quiet.map((r, t) => (t >= 592 ? 6 * r + 0.05 : r));
    expect(noveltyOf(context, structure, burst)?.percentile).toBeGreaterThan(0.99);
    expect(
      noveltyOf(
        context,
        structure,
        quiet.map((r, t) => (t > 580 ? r / 20 : r)),
      )?.percentile,
    ).toBeLessThan(0.5);
    expect(noveltyOf(context, structure, quiet.slice(0, 99))).toBeNull();
  });

  it("detects a regime that has just changed, but not a lasting one", async () => {
    const regimes = await context.load("regimes");
    const base = logReturns(randomWalk(801, 4));
    const blocks = base.map((r, t) => (t % 200 < 100 ? r : 5 * r));
    const chance = (values: Float64Array) => on(values, (column) => regimeSwitch(context, regimes, column)) ?? 0;
    // Calm and turbulent blocks of 100 alternate; step 690 is deep in a calm one, step 704 a few turbulent steps after its end.
    expect(chance(blocks.slice(0, 690))).toBeLessThan(0.2);
    expect(chance(Float64Array.of(...blocks.slice(0, 700), 0.2, -0.2, 0.2, -0.2))).toBeGreaterThan(0.8);
  });
});
