import { describe, expect, it } from "vitest";
import { type ComputeIndicatorInput, computeIndicator } from "../../../workers/indicators/jobs/compute-indicator";
import type { IndicatorKind, IndicatorSettings } from "../../../workers/indicators/schema";
import { fitRegimesJob } from "../../../workers/regimes/jobs/fit-regimes";
import { Canceled } from "../../../workers/runtime/job";
import { DEFAULT_FIT_OPTIONS } from "../../../workers/volatility";
import { fitGarchJob } from "../../../workers/volatility/jobs/fit-garch";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { goldenColumn, goldenText } from "../../fixtures/golden";
import { firstDifference, indicatorCase } from "../../fixtures/indicators";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";

type Asked = Partial<ComputeIndicatorInput> & Pick<ComputeIndicatorInput, "kind" | "closes">;

async function linesOf(asked: Asked): Promise<Record<string, Float64Array>> {
  return resultOf(await computeIndicator({ settings: {}, range: null, volume: null, ...asked }, await testContext())).lines;
}

async function refusal(asked: Asked): Promise<string> {
  const outcome = await computeIndicator({ settings: {}, range: null, volume: null, ...asked }, await testContext());
  return outcome.ok ? "" : failureText(outcome.failure);
}

/** The names the reference files have for our lines, and what their numbers are times of ours. */
const TTR: [kind: IndicatorKind, settings: IndicatorSettings, line: string, reference: string, factor?: number][] = [
  ["sma", {}, "sma", "sma20"],
  ["ema", {}, "ema", "ema20"],
  ["rsi", {}, "rsi", "rsi14"],
  ["bollinger", {}, "upper", "bb20_up"],
  ["bollinger", {}, "middle", "bb20_mavg"],
  ["bollinger", {}, "lower", "bb20_dn"],
  ["atr", {}, "atr", "atr14"],
  // TTR counts prices, we count returns; ours is in percent.
  ["volatility", {}, "volatility", "vol_close22", 0.01],
];

describe("indicators on their defaults are those of R's TTR 0.24.3", () => {
  it.for(["xts_sample_180", "ttrc_1500", "sp500_1999_2018", "goog_2004_2013"])("%s", async (name, { skip }) => {
    const { values, expected } = await indicatorCase(`ttr_${name}`);
    if (values === null) return skip("golden series not present");
    const columnOf = async (column: string) => (await goldenColumn(`series/${name}.csv`, column))!;
    const [open, high, low] = await Promise.all(["Open", "High", "Low"].map(columnOf));
    for (const [kind, settings, line, reference, factor = 1] of TTR) {
      const lines = await linesOf({ kind, settings, closes: values, range: { open, high, low } });
      // TTR's own running sums drift by about 2e-11 on prices of 5000.
      const found = lines[line].map((value) => value * factor);
      expect(firstDifference(found, expected[reference], 1e-10, 1e-9), `${kind} ${line}`).toBeNull();
    }
    // TTR begins the fast average as early as it can, TA-Lib and we where the slow one begins: from here on that is forgotten.
    const { macd, signal } = await linesOf({ kind: "macd", closes: values });
    const { macd: theirs, macd_signal: theirSignal } = expected;
    for (const [found, { sampleIndex = [], sampleValue = [] }] of [
      [macd, theirs],
      [signal, theirSignal],
    ] as const) {
      const late = sampleIndex.flatMap((t, i) => (t > 500 ? [i] : []));
      for (const i of late) expect(Math.abs(found[sampleIndex[i]] - sampleValue[i])).toBeLessThan(1e-9);
    }
  });
});

describe("TA-Lib's regression test on its 252 closes", () => {
  it("has our Bollinger bands, MACD and weighted mean", async () => {
    const closes = Float64Array.from(((await goldenText("series/talib_closes252.txt")) ?? "").trim().split(/\s+/), Number);
    const { upper, middle, lower } = await linesOf({ kind: "bollinger", closes });
    expect(upper[19]).toBeCloseTo(98.07339, 4);
    expect(middle[19]).toBeCloseTo(92.891, 3);
    expect(lower[19]).toBeCloseTo(87.70861, 4);
    const { macd, signal, histogram } = await linesOf({ kind: "macd", closes });
    expect(macd[33]).toBeCloseTo(-1.9738314, 6);
    expect(signal[33]).toBeCloseTo(-2.7071077, 6);
    expect(histogram[33]).toBeCloseTo(-1.9738314 + 2.7071077, 6);
    expect([macd.findIndex(Number.isFinite), signal.findIndex(Number.isFinite)]).toEqual([25, 33]);
    const { wma } = await linesOf({ kind: "wma", closes, settings: { period: 30 } });
    // TA-Lib prints it cut off, not rounded.
    expect(Math.floor(1e3 * wma[29]) / 1e3).toBe(88.567);
  });
});

describe("an RSI by other averages", () => {
  const closesOf = async () => (await goldenColumn("series/xts_sample_180.csv", "Close"))!;

  it("simple means are those of TTR 0.24.3, RSI(Close, 14, maType = SMA)", async () => {
    const { rsi } = await linesOf({ kind: "rsiSimple", closes: await closesOf() });
    expect(rsi.findIndex(Number.isFinite)).toBe(14);
    const theirs = [65.940058909224, 52.657309447338, 65.710730516666, 85.057785533943, 66.901651238822];
    for (const [i, t] of [14, 15, 49, 99, 179].entries()) expect(rsi[t]).toBeCloseTo(theirs[i], 9);
  });

  it("begun with the first change it is 100 G / (G + L) of ewm(alpha=1/14, adjust=False), pandas 3.0.6", async () => {
    const closes = await closesOf();
    const { rsi } = await linesOf({ kind: "rsiFirst", closes });
    expect(rsi.findIndex(Number.isFinite)).toBe(14);
    const theirs = [86.37687162661885, 79.91185577505132, 60.2217617460765, 61.031626307326114, 56.46175391260164];
    for (const [i, t] of [14, 15, 49, 99, 179].entries()) expect(rsi[t]).toBeCloseTo(theirs[i], 9);
    const { rsi: wilder } = await linesOf({ kind: "rsi", closes });
    expect(Math.abs(rsi[14] - wilder[14])).toBeGreaterThan(10);
    expect(Math.abs(rsi[179] - wilder[179])).toBeLessThan(0.001);
  });

  it.for(["rsiSimple", "rsiFirst"] as const)("%s is 100 of rising and 50 of resting prices, and none of too few", async (kind) => {
    const rising = await linesOf({ kind, closes: Float64Array.from({ length: 40 }, (_, t) => 100 + 3 * t) });
    for (const value of rising.rsi.slice(14)) expect(value).toBeCloseTo(100, 9);
    const resting = await linesOf({ kind, closes: new Float64Array(40).fill(7) });
    expect([...resting.rsi.slice(14)]).toEqual(new Array(26).fill(50));
    for (const rows of [1, 2, 14]) {
      const { rsi } = await linesOf({ kind, closes: randomWalk(rows, 5) });
      expect([...rsi]).toEqual(new Array(rows).fill(Number.NaN));
    }
  });
});

describe("indicators that are fitted", () => {
  const closes = randomWalk(1500, 11).map((value, t) => 100 * Math.exp(0.002 * value * (t % 500 < 250 ? 1 : 4)));

  it("GARCH volatility is that of the fit, per year, from the second bar on", async () => {
    const { volatility } = await linesOf({ kind: "garch", closes, settings: { periodsPerYear: 52 } });
    const model = { p: 1, q: 1, distribution: "t", preSample: "sample" } as const;
    const fitted = resultOf(
      await fitGarchJob({ values: closes, kind: "prices", model, options: DEFAULT_FIT_OPTIONS }, await testContext()),
    );
    expect(volatility).toHaveLength(closes.length);
    expect(volatility[0]).toBeNaN();
    for (const [t, step] of fitted.fit.volatility.entries()) expect(volatility[t + 1]).toBeCloseTo(step * Math.sqrt(52), 9);
  });

  it("regimes shade each bar in the color of the likelier one", async () => {
    const { bull } = await linesOf({ kind: "regimes", closes });
    const [first] = resultOf(
      await fitRegimesJob({ values: closes, kind: "prices", times: null, compare: false }, await testContext()),
    ).filtered;
    const leads = Array.from(first, (probability) => (probability >= 0.5 ? 1 : -1));
    expect(Array.from(bull)).toEqual([Number.NaN, ...leads]);
    expect(new Set(leads).size).toBe(2);
  });

  it("say why there is none for a price too short, or not above 0", async () => {
    expect(await refusal({ kind: "garch", closes: closes.slice(0, 50) })).toContain("100");
    expect(await refusal({ kind: "regimes", closes: closes.slice(0, 50) })).toContain("100");
    expect(await refusal({ kind: "garch", closes: closes.map((value) => value - 300) })).not.toBe("");
  });
});

describe("what it refuses", () => {
  const closes = randomWalk(50, 3);

  it("a period out of its limits", async () => {
    expect(await refusal({ kind: "sma", closes, settings: { period: 0 } })).toBe(
      "An indicator period must be a whole number from 1 to 10,000",
    );
    expect(await refusal({ kind: "macd", closes, settings: { fast: 26, slow: 12 } })).toBe("The fast period must be below the slow one");
    expect(await refusal({ kind: "bollinger", closes, settings: { width: 0 } })).toBe(
      "The width of the bands must be above 0 and at most 10 standard deviations",
    );
    expect(await refusal({ kind: "volatility", closes, settings: { period: 1 } })).toBe(
      "An indicator period must be a whole number from 2 to 10,000",
    );
  });

  it("columns that are not there", async () => {
    expect(await refusal({ kind: "atr", closes })).toBe("not available: needs open, high and low in addition to the close");
    expect(await refusal({ kind: "obv", closes })).toBe("not available: needs volumes");
  });

  it("a row without a number, which it names", async () => {
    const broken = closes.slice();
    broken[30] = Number.NaN;
    expect(await refusal({ kind: "rsi", closes: broken })).toBe("The column of closes has no number in row 31");
  });
});

it("stops when it is canceled, and leaves no memory taken", async () => {
  const context = await testContext(7);
  const mark = context.kernels.arenaMark();
  const input = { kind: "sma", settings: {}, closes: randomWalk(600_000, 4), range: null, volume: null } as const;
  await expect(computeIndicator(input, context)).rejects.toThrow(Canceled);
  expect(context.kernels.arenaMark()).toBe(mark);
});
