import { describe, expect, it } from "vitest";
import { type ComputeIndicatorInput, computeIndicator } from "../../../workers/indicators/jobs/compute-indicator";
import type { IndicatorKind, IndicatorSettings } from "../../../workers/indicators/schema";
import { Canceled } from "../../../workers/runtime/job";
import { goldenColumn, goldenText } from "../../fixtures/golden";
import { inWords } from "../../fixtures/in-words";
import { firstDifference, indicatorCase } from "../../fixtures/indicators";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";

type Asked = Partial<ComputeIndicatorInput> & Pick<ComputeIndicatorInput, "kind" | "closes">;

async function linesOf(asked: Asked): Promise<Record<string, Float64Array>> {
  const outcome = await computeIndicator({ settings: {}, range: null, volume: null, ...asked }, await testContext());
  if (!outcome.ok) throw new Error(inWords(outcome.failure));
  return outcome.value.lines;
}

async function refusal(asked: Asked): Promise<string> {
  const outcome = await computeIndicator({ settings: {}, range: null, volume: null, ...asked }, await testContext());
  return outcome.ok ? "" : inWords(outcome.failure);
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
    expect(await refusal({ kind: "atr", closes })).toBe("not available: needs open, high and low beside the close");
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
