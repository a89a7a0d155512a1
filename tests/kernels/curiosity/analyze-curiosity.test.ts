import { describe, expect, it } from "vitest";
import { type AnalyzeCuriosityOutput, analyzeCuriosity } from "../../../workers/curiosity/jobs/analyze-curiosity";
import { Canceled } from "../../../workers/runtime/job";
import { resultOf, toldOutcome } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { testContext } from "../context";
import { numbersOf } from "../numbers-of";
import { randomWalk } from "../reference/random";

async function analyzed(input: Parameters<typeof analyzeCuriosity>[0]): Promise<AnalyzeCuriosityOutput> {
  return resultOf(await analyzeCuriosity(input, await testContext()));
}

describe("analyze-curiosity", () => {
  it("treats returns in percent and as fractions alike, by their size if the unit is not stated", async () => {
    const fractions = randomWalk(400, 7).map((price, t, all) => (t === 0 ? -0.001 : Math.log(price / all[t - 1])));
    const percents = fractions.map((one) => 100 * one);
    const figuresOf = ({ data, volatility, trend }: AnalyzeCuriosityOutput) => [
      ...[data.metrics.volatility, data.metrics.price_trend, data.curiosity_score],
      ...[volatility.recent, volatility.median, volatility.limit, trend.perYear],
    ];
    const plain = await analyzed({ values: fractions, kind: "returns" });
    const asked = { values: percents, kind: "returns" } as const;
    for (const unit of ["percent", "auto"] as const) {
      const found = await analyzed({ ...asked, unit });
      expect(found.foundUnit).toBe("percent");
      // Products with 0.01, and sums of them.
      for (const [place, figure] of figuresOf(found).entries()) expect(figure).toBeCloseTo(figuresOf(plain)[place], 11);
    }
    expect((await analyzed({ values: fractions, kind: "auto", unit: "auto" })).foundUnit).toBe("fraction");
    // The unit is reported only if it was to be detected; returns default to fractions, and prices have none.
    expect(plain).not.toHaveProperty("foundUnit");
    expect((await analyzed(asked)).data.metrics.volatility).toBeCloseTo(100 * plain.data.metrics.volatility, 9);
    expect(await analyzed({ values: randomWalk(300, 5), kind: "prices", unit: "auto" })).not.toHaveProperty("foundUnit");
  });

  it("answers with the fields of the specification", async () => {
    const values = randomWalk(700, 31);
    const times = values.map((_, t) => 86_400_000 * t);
    const { data, novelty, pattern, trend, volatility, profile, complexity, regimeSwitch } = await analyzed({
      values,
      kind: "auto",
      times,
    });
    expect(Object.keys(data)).toEqual(["curiosity_score", "metrics", "exploration_results", "patterns", "alerts"]);
    expect(Object.keys(data.metrics)).toEqual(["volatility", "price_trend"]);
    const { base_score, feature_importance } = data.exploration_results;
    expect(Object.keys(feature_importance)).toEqual(["volatility", "trend", "complexity", "novelty", "importance_weight"]);
    expect(base_score).toBeCloseTo(0.4 * volatility.value + 0.3 * trend.value + 0.3 * pattern.entropy, 12);
    expect(data.curiosity_score).toBeCloseTo(base_score + 0.2 * Math.max(0, 2 * (novelty?.percentile ?? 0) - 1) * (1 - base_score), 12);
    expect(data.metrics).toEqual({ volatility: volatility.whole, price_trend: trend.perYear });
    expect(data.patterns.length).toBeGreaterThan(100);
    expect(data.patterns.length).toBeLessThanOrEqual(250);
    expect(data.patterns.at(-1)).toEqual({ x: times[699], y: complexity[698] });
    expect(profile?.start).toBe(0);
    expect(novelty?.column).toHaveLength(699);
    for (const [path, value] of numbersOf([data, pattern, trend, volatility, profile, regimeSwitch])) {
      expect(Number.isFinite(value), `${path} is ${value}`).toBe(true);
    }
  });

  it("the same bits every time, in Node, Chromium and Firefox", async () => {
    const values = randomWalk(900, 7).map((price) => Math.round(price * 100) / 100);
    const { data, pattern } = await analyzed({ values, kind: "prices", seed: 3 });
    expect([data.curiosity_score, data.metrics, pattern.z, data.exploration_results]).toEqual([
      0.655303254900905,
      { price_trend: 0.08260651281133667, volatility: 0.15163149751247637 },
      -0.06309177378089625,
      {
        base_score: 0.5850958843140458,
        feature_importance: {
          complexity: 0.44614414398533575,
          importance_weight: 0.2,
          novelty: 0.10713722244135042,
          trend: 0.1265019468806465,
          volatility: 0.32021668669266734,
        },
      },
    ]);
  });

  it("does not change with the unit of the price; another seed changes the shuffles alone", async () => {
    const values = randomWalk(500, 9);
    const [base, scaled, reseeded] = [
      await analyzed({ values, kind: "prices" }),
      await analyzed({ values: values.map((price) => 1024 * price), kind: "prices" }),
      await analyzed({ values, kind: "prices", seed: 2 }),
    ];
    expect(scaled.data).toEqual(base.data);
    expect(reseeded.data.curiosity_score).toBe(base.data.curiosity_score);
    expect(reseeded.pattern.z).not.toBe(base.pattern.z);
  });

  it("describes the S&P 500 in turmoil at the end of 2018", async ({ skip }) => {
    const values = await goldenColumn("series/sp500_1999_2018.csv", "Close");
    if (!values) return skip("golden series not present");
    const { data } = await analyzed({ values, kind: "prices" });
    expect(data.metrics.volatility).toBeCloseTo(0.19, 2);
    expect(data.metrics.price_trend).toBeCloseTo((252 * Math.log(values[values.length - 1] / values[0])) / (values.length - 1), 10);
    expect(data.curiosity_score).toBeGreaterThan(data.exploration_results.base_score);
  });

  it("overlays the windows of each motif and discord, and marks them on the price", async () => {
    const values = randomWalk(700, 31);
    const { shapes, marks, level, profile } = await analyzed({ values, kind: "prices" });
    expect(level).toBeNull();
    expect(shapes.map(({ kind, rank }) => `${kind} ${rank}`)).toEqual([
      ...[1, 2, 3].map((rank) => `motif ${rank}`),
      ...[1, 2, 3, 4, 5].map((rank) => `discord ${rank}`),
    ]);
    for (const { window, compared, distance, start } of shapes) {
      // The profile's distance is that of the two windows shown; 1e-7 is the profile's tolerance.
      const squares = window.reduce((sum, value, i) => sum + (value - (compared?.[i] ?? Number.NaN)) ** 2, 0);
      expect(Math.sqrt(squares)).toBeCloseTo(distance, 6);
      expect(window.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 11);
      const logs = [...values.subarray(start, start + 22)].map(Math.log);
      const mean = logs.reduce((sum, value) => sum + value, 0) / 22;
      const deviation = Math.sqrt(logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 22);
      expect(window[5]).toBeCloseTo((logs[5] - mean) / deviation, 9);
    }
    const marked = (column: Float64Array | undefined) =>
      [...(column ?? [])].flatMap((value, row) => (Number.isNaN(value) ? [] : [[row, value]]));
    expect(marked(marks?.discords)).toHaveLength(5);
    expect(marked(marks?.motifs)).toHaveLength(6);
    for (const [row, value] of marked(marks?.motifs)) expect(value).toBe(values[row]);
    expect(profile?.width).toBe(22);
  });

  it("draws the patterns of returns on cumulative returns", async () => {
    const prices = randomWalk(300, 5);
    const returns = prices.slice(1).map((price, t) => 100 * Math.log(price / prices[t]));
    const { level, marks } = await analyzed({ values: returns, kind: "returns" });
    expect(level).toHaveLength(299);
    expect(level?.[298]).toBeCloseTo(100 * Math.log(prices[299] / prices[0]), 9);
    expect(marks?.discords).toHaveLength(299);
  });

  it("raises alerts at the given limits", async () => {
    const values = randomWalk(400, 9);
    const all = await analyzed({
      values,
      kind: "prices",
      limits: { volatility: 0, trend: 0, switch: 0, novelty: 0, discord: 1e6, jump: 0 },
    });
    expect(all.rules.filter(({ raised }) => raised).map(({ key }) => key)).toEqual(
      expect.arrayContaining(["volatility", "trend", "discord", "jump"]),
    );
    const none = await analyzed({
      values,
      kind: "prices",
      limits: { volatility: 1, trend: 99, entropy: 0, switch: 1, novelty: 1, discord: 0, jump: 99, ties: 1 },
    });
    expect(none.data.alerts).toEqual([]);
  });

  it.each([
    [24, "day"],
    [1, "step"],
  ])("alerts call a step of %d hours a %s", async (hours, name) => {
    const values = randomWalk(400, 9);
    const times = values.map((_, t) => 3_600_000 * hours * t);
    const { data } = await analyzed({ values, kind: "prices", times, limits: { volatility: 0, jump: 0 } });
    expect(data.alerts[0]).toContain(` over 22 ${name}s is above`);
    expect(data.alerts.at(-1)).toContain(`A return of the last 22 ${name}s is`);
  });

  it("short and unusual series give what is defined, never NaN", async () => {
    const spike = randomWalk(200, 3);
    spike[100] *= 60;
    const series = [
      randomWalk(31, 1),
      randomWalk(99, 2),
      spike,
      randomWalk(150, 4).map((p, t) => (t > 120 ? 40 : p)),
      randomWalk(150, 4).map((p) => p * 1e-9),
    ];
    for (const values of series) {
      const found = await analyzed({ values, kind: "prices" });
      for (const [path, value] of numbersOf({ ...found, novelty: found.novelty?.percentile ?? null })) {
        expect(Number.isFinite(value), `${path} is ${value} for ${values.length}`).toBe(true);
      }
      if (values.length < 101) expect(found.novelty).toBeNull();
    }
  });

  it.each([
    [{ values: new Float64Array() }, "Please enter market data"],
    [{ values: randomWalk(30, 1) }, "at least 30 returns are needed to measure structure, 29 given"],
    [{ values: new Float64Array(100).fill(5) }, "the values have zero variance"],
    [{ values: randomWalk(50, 1).fill(Number.NaN, 7, 8) }, "row 8 is not a finite number"],
    [{ values: randomWalk(50, 1), annualization: 0 }, "Steps per year must be above 0"],
    [{ values: randomWalk(50, 1), seed: Number.NaN }, "The seed must be a whole number from 0 to 2⁵³ − 1"],
    [{ values: randomWalk(50, 1), limits: { novelty: 1.2 } }, "Alert thresholds must be 0 or more, percentages at most 100%"],
    [{ values: randomWalk(50, 1), limits: { trend: Number.NaN } }, "Alert thresholds must be 0 or more, percentages at most 100%"],
    [{ values: randomWalk(50, 1), times: new Float64Array(49) }, "Each value needs one date"],
  ])("refuses case %#", async (input, message) => {
    expect(toldOutcome(await analyzeCuriosity({ kind: "prices", ...input }, await testContext()))).toMatchObject({
      ok: false,
      failure: { code: "bad-input", message },
    });
  });

  it("can be canceled at any point, and frees its memory", async () => {
    for (const at of [3, 30, 300]) {
      const context = await testContext(at);
      await context.load("structure");
      const mark = context.kernels.arenaMark();
      await expect(analyzeCuriosity({ values: randomWalk(2000, 1), kind: "prices" }, context)).rejects.toThrow(Canceled);
      expect(context.kernels.arenaMark()).toBe(mark);
    }
  });
});
