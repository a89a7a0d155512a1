import { describe, expect, it } from "vitest";
import { DAY } from "../../../workers/contract";
import { type ReflectNewsInput, reflectNews } from "../../../workers/news/jobs/reflect-news";
import { endOf, type PastDecision } from "../../../workers/news/reflect";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

const context = await testContext();
const day = (iso: string) => Date.parse(`${iso}T00:00Z`);
/** Weekday prices from Monday 2018-01-01, growing by a constant factor per step. */
const weekdays = (count: number, factor: number) => {
  const times: number[] = [];
  for (let time = day("2018-01-01"); times.length < count; time += DAY) if (![0, 6].includes(new Date(time).getUTCDay())) times.push(time);
  return { times: Float64Array.from(times), prices: Float64Array.from(times, (_, step) => 100 * factor ** step) };
};

const decision = (changes: Partial<PastDecision> = {}): PastDecision => ({
  time: day("2018-01-03"),
  direction: "LONG",
  confidence: 0.8,
  sentiment: 0.9,
  regime: "bullish",
  timeframe: "1D",
  topics: ["Market Trends"],
  text: "a text",
  ...changes,
});

const run = (changes: Partial<ReflectNewsInput>) => {
  const { prices, times } = weekdays(300, 1.01);
  return resultOf(reflectNews({ decisions: [decision()], prices, times, horizon: "1D", depth: 30, context: "", ...changes }, context));
};

describe("a decision evaluated on prices", () => {
  it("is entered at the first price at or after it, and left at the first at or after the end of its horizon", () => {
    const log = Math.log(1.01);
    for (const [time, horizon, entry, steps] of [
      [day("2018-01-03"), "1D", 2, 1],
      // Friday: a day later is Saturday, and the next price is Monday's.
      [day("2018-01-05"), "1D", 4, 1],
      // Saturday: entered on Monday.
      [day("2018-01-06") + 5, "1D", 5, 1],
      [day("2018-01-03"), "1W", 2, 5],
      [day("2018-01-31"), "1M", 22, 20],
      [day("2018-01-31"), "3M", 22, 63],
    ] as const) {
      const { realized } = run({ decisions: [decision({ time })], horizon });
      expect(realized[0]).toMatchObject({ entry, exit: entry + steps, hit: true });
      expect(realized[0].move).toBeCloseTo(steps * log, 12);
    }
  });

  it("is open if the prices end too early, and unpriced if they begin after it or end before it", () => {
    const { times } = weekdays(300, 1.01);
    const [last] = times.slice(-1);
    const { realized, accuracy } = run({ decisions: [last, last + 1, day("2017-12-31")].map((time) => decision({ time })) });
    expect(realized.map(({ entry, move }) => [entry, move])).toEqual([
      [299, null],
      [null, null],
      [null, null],
    ]);
    expect(accuracy).toMatchObject({ scored: 0, share: null, interval: null });
  });

  it("uses the last day of a month that is too short", () => {
    expect(endOf(day("2019-01-31"), "1M")).toBe(day("2019-02-28"));
    expect(endOf(day("2020-11-30"), "3M")).toBe(day("2021-02-28"));
  });

  it("scores LONG on a rise, SHORT on a fall, and does not score NEUTRAL", () => {
    const { realized, accuracy, meanGain } = run({
      decisions: (["LONG", "SHORT", "NEUTRAL"] as const).map((direction) => decision({ direction })),
    });
    expect(realized.map(({ hit }) => hit)).toEqual([true, false, null]);
    expect(accuracy).toMatchObject({ scored: 2, hits: 1, share: 0.5 });
    expect(meanGain).toBeCloseTo(0, 15);
  });
});

describe("looking back", () => {
  const mixed = [
    ...Array.from({ length: 15 }, () => decision({ confidence: 0.9 })),
    ...Array.from({ length: 5 }, () =>
      decision({ confidence: 0.3, direction: "SHORT", regime: "bearish", topics: ["Industry News"], text: "a miss" }),
    ),
  ];

  it("computes Brier score, calibration, groups and Wilson intervals by definition", () => {
    const { brier, calibrationError, byRegime, byTopic, byConfidence, accuracy, worst } = run({ decisions: mixed });
    expect(brier).toBeCloseTo((15 * 0.1 ** 2 + 5 * 0.3 ** 2) / 20, 12);
    expect(calibrationError).toBeCloseTo((15 * 0.1 + 5 * 0.3) / 20, 12);
    expect(byRegime.map(({ label, share }) => [label, share])).toEqual([
      ["bullish", 1],
      ["bearish", 0],
    ]);
    expect(byTopic.map(({ label, scored }) => [label, scored])).toEqual([
      ["Market Trends", 15],
      ["Industry News", 5],
    ]);
    expect(byConfidence.map(({ scored }) => scored)).toEqual([0, 5, 0, 0, 15]);
    // At the ends of Wilson's interval the observed share is 1.96 standard errors away: (s - p)^2 = z^2 p (1 - p) / n.
    for (const end of accuracy.interval ?? [Number.NaN]) {
      expect((0.75 - end) ** 2).toBeCloseTo((1.959963984540054 ** 2 * end * (1 - end)) / 20, 12);
    }
    expect(worst).toEqual([15, 16, 17]);
  });

  it("suggests the threshold with the highest accuracy, from 20 scored signals on", () => {
    expect(run({ decisions: mixed }).suggestedThreshold).toEqual({ threshold: 0.9, share: 1, kept: 15 });
    expect(run({ decisions: mixed.slice(1) }).suggestedThreshold).toBeNull();
  });

  it("uses as many decisions as the depth says, and reports the accuracy in the current regime", () => {
    const { considered, insights, regime } = run({ decisions: mixed, depth: 10, context: "a bearish downtrend" });
    expect([considered, regime]).toEqual([10, "bearish"]);
    expect(insights.join(" ")).toContain("no scored signal in that regime");
    expect(run({ decisions: mixed, context: "bearish" }).insights.join(" ")).toContain("In that regime: 0 of 5 right");
  });

  it("without prices describes only the texts, their drift and topics", () => {
    const decisions = [0.9, 0.9, 0.4, 0.4].map((sentiment) => decision({ sentiment }));
    const { insights, drift, directions, accuracy } = run({ decisions, prices: null, times: null });
    expect(drift).toBeCloseTo(0.5, 12);
    expect([directions.LONG, accuracy.scored]).toEqual([4, 0]);
    expect(insights[0]).toMatch(/^No linked prices/);
    expect(insights.join(" ")).toContain("Market Trends (4)");
    expect(run({ decisions: [], prices: null, times: null }).insights).toEqual(["No signals yet: generate a trading signal first."]);
  });

  it("refuses prices without dates in words", () => {
    const { prices } = weekdays(30, 1);
    const outcome = reflectNews({ decisions: [decision()], prices, times: null, horizon: "1D", depth: 10, context: "" }, context);
    expect(outcome.ok ? "" : failureText(outcome.failure)).toMatch(/have no dates/);
  });
});
