import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AlertInputs, alertRules, curiosityAlerts, largestJump } from "../../workers/curiosity/alerts";
import { curiosityScore } from "../../workers/curiosity/score";

describe("curiosity score", () => {
  it.each([
    [{ volatility: 0, trend: 0, complexity: 0, novelty: 0 }, 0, 0],
    [{ volatility: 1, trend: 1, complexity: 1, novelty: 1 }, 1, 1],
    [{ volatility: 0.5, trend: 0.5, complexity: 1, novelty: null }, 0.65, 0.65],
    // The trend counts by its absolute value; novelty up to 0.5 adds nothing.
    [{ volatility: 0.5, trend: -0.5, complexity: 1, novelty: 0.5 }, 0.65, 0.65],
    [{ volatility: 0.5, trend: 0.5, complexity: 1, novelty: 1 }, 0.65, 0.65 + 0.2 * 0.35],
    [{ volatility: 0.5, trend: 0.5, complexity: 1, novelty: 0.75 }, 0.65, 0.65 + 0.1 * 0.35],
  ])("of %j: base %f, score %f", (parts, base, score) => {
    const found = curiosityScore(parts);
    expect(found.base).toBeCloseTo(base, 14);
    expect(found.score).toBeCloseTo(score, 14);
  });

  it("is decomposed into shares that add up to 1", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, share, (volatility, trend, complexity, novelty) => {
        const { score, base, importance } = curiosityScore({ volatility, trend, complexity, novelty });
        const { importance_weight, ...shares } = importance;
        expect(importance_weight).toBe(0.2);
        expect(score).toBeGreaterThanOrEqual(base);
        expect(score).toBeLessThanOrEqual(1 + 1e-15);
        if (score < 1e-9) return;
        expect(Object.values(shares).reduce((a, b) => a + b)).toBeCloseTo(1, 12);
        expect(shares.volatility * score).toBeCloseTo(0.4 * volatility, 12);
        expect(shares.trend * score).toBeCloseTo(0.3 * trend, 12);
        expect(shares.complexity * score).toBeCloseTo(0.3 * complexity, 12);
        expect(shares.novelty * score).toBeCloseTo(score - base, 12);
      }),
    );
  });
});

describe("curiosity alerts", () => {
  const calm: AlertInputs = {
    volatility: { value: 0.5, recent: 0.2, median: 0.2, whole: 0.2, limit: 0.2 },
    trend: { value: 0.5, correlation: 0.5, recentT: 2, perYear: 0.05, t: 1 },
    pattern: { entropy: 0.9, z: 1, p: 0.2, limit: 0.9, shuffles: 199, returns: 128, ties: 0.05 },
    novelty: 0.95,
    regimeSwitch: 0.8,
    stepsSinceDiscord: 22,
    jump: 4,
    step: "day",
  };

  it("raises none exactly at the limits, and none for missing values", () => {
    expect(curiosityAlerts(alertRules(calm))).toEqual([]);
    expect(curiosityAlerts(alertRules({ ...calm, novelty: null, regimeSwitch: null, stepsSinceDiscord: null }))).toEqual([]);
  });

  it.each([
    [
      { volatility: { ...calm.volatility, recent: 0.201 } },
      "Volatility of 20.1% per year over 22 days is above 95% of its history (20.0%).",
    ],
    [{ trend: { ...calm.trend, recentT: 2.1 } }, "The rise over 22 days is significant: t = 2.1, beyond ±2."],
    [{ trend: { ...calm.trend, recentT: -3 } }, "The fall over 22 days is significant: t = −3.0, beyond ±2."],
    [
      { pattern: { ...calm.pattern, entropy: 0.85 } },
      "The order of the last 128 returns is not random: entropy 0.850 is below 95% of its shuffled surrogates (0.900).",
    ],
    [{ novelty: 0.99 }, "The last 10 days had a surprise above 99% of the history before (limit 95%)."],
    [{ regimeSwitch: 0.93 }, "The market regime changed within 5 days with probability 93% (limit 80%)."],
    [{ jump: 4.25 }, "A return of the last 22 days is 4.3 standard deviations from the mean (limit 4)."],
    [{ stepsSinceDiscord: 21 }, "A 22-day discord, unlike any other window of the series, ended 21 days ago."],
    [{ stepsSinceDiscord: 21, newest: 20_000 }, "A 22-day discord, unlike any other window of the latest 20,000 rows, ended 21 days ago."],
    [
      { pattern: { ...calm.pattern, ties: 0.31 } },
      "31% of the last ordinal patterns contain ties (limit 5%): a coarse tick size or stale prices bias the complexity.",
    ],
  ])("names what passed its limit: %#", (change, text) => expect(curiosityAlerts(alertRules({ ...calm, ...change }))).toEqual([text]));

  it("names steps by the data's frequency, or plain steps if unknown", () => {
    const change = { stepsSinceDiscord: 1, jump: 5 };
    const told = (step?: string) => curiosityAlerts(alertRules({ ...calm, ...change, step }));
    expect(told("week")).toEqual([
      "A 22-week discord, unlike any other window of the series, ended 1 week ago.",
      "A return of the last 22 weeks is 5.0 standard deviations from the mean (limit 4).",
    ]);
    expect(told()[0]).toBe("A 22-step discord, unlike any other window of the series, ended 1 step ago.");
  });

  it("gives every rule with its value and the limit set", () => {
    const limits = { volatility: 0.9, trend: 1.5, entropy: 0.1, switch: 0.5, novelty: 0.8, discord: 30, jump: 3, ties: 0.01 };
    const rules = alertRules({ ...calm, novelty: null }, limits);
    expect(rules.map(({ key, value, limit, raised }) => [key, value, limit, raised])).toEqual([
      ["volatility", 0.2, 0.2, false],
      ["trend", 2, 1.5, true],
      ["entropy", 0.9, 0.9, false],
      ["novelty", null, 0.8, false],
      ["switch", 0.8, 0.5, true],
      ["discord", 22, 30, true],
      ["jump", 4, 3, true],
      ["ties", 0.05, 0.01, true],
    ]);
    expect(curiosityAlerts(rules)[0]).toBe("The rise over 22 days is significant: t = 2.0, beyond ±1.5.");
  });

  it("measures the largest return in either direction, and none if returns do not vary", () => {
    expect(largestJump({ minimum: -5, maximum: 3 }, { count: 9, mean: 1, deviation: 2 })).toBe(3);
    expect(largestJump({ minimum: -1, maximum: 9 }, { count: 9, mean: 1, deviation: 2 })).toBe(4);
    expect(largestJump({ minimum: 1, maximum: 1 }, { count: 9, mean: 1, deviation: 0 })).toBe(0);
  });
});
