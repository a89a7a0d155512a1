import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AlertInputs, curiosityAlerts } from "../../workers/lib/curiosity/alerts";
import { curiosityScore } from "../../workers/lib/curiosity/score";

describe("curiosity score", () => {
  it.each([
    [{ volatility: 0, trend: 0, complexity: 0, novelty: 0 }, 0, 0],
    [{ volatility: 1, trend: 1, complexity: 1, novelty: 1 }, 1, 1],
    [{ volatility: 0.5, trend: 0.5, complexity: 1, novelty: null }, 0.65, 0.65],
    // The trend counts by its size; up to the middle the novelty adds nothing.
    [{ volatility: 0.5, trend: -0.5, complexity: 1, novelty: 0.5 }, 0.65, 0.65],
    [{ volatility: 0.5, trend: 0.5, complexity: 1, novelty: 1 }, 0.65, 0.65 + 0.2 * 0.35],
    [{ volatility: 0.5, trend: 0.5, complexity: 1, novelty: 0.75 }, 0.65, 0.65 + 0.1 * 0.35],
  ])("of %j: base %f, score %f", (parts, base, score) => {
    const found = curiosityScore(parts);
    expect(found.base).toBeCloseTo(base, 14);
    expect(found.score).toBeCloseTo(score, 14);
  });

  it("is taken apart into shares that add up to 1", () => {
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
  };

  it("raises none at the limits themselves, and none for what is not there", () => {
    expect(curiosityAlerts(calm)).toEqual([]);
    expect(curiosityAlerts({ ...calm, novelty: null, regimeSwitch: null, stepsSinceDiscord: null })).toEqual([]);
  });

  it.each([
    [
      { volatility: { ...calm.volatility, recent: 0.201 } },
      "Volatility of 20.1 % a year over 22 days is above 95 % of its history (20.0 %).",
    ],
    [{ trend: { ...calm.trend, recentT: 2.1 } }, "The rise over 22 days is strong for its noise: t = 2.1, beyond ±2."],
    [{ trend: { ...calm.trend, recentT: -3 } }, "The fall over 22 days is strong for its noise: t = -3.0, beyond ±2."],
    [
      { pattern: { ...calm.pattern, entropy: 0.85 } },
      "The order of the last 128 returns is not random: entropy 0.850 is below 95 % of its shuffles (0.900).",
    ],
    [{ novelty: 0.99 }, "The last 10 days surprise more than 99 % of those before them (limit 95 %)."],
    [{ regimeSwitch: 0.93 }, "The market regime changed within 5 days with probability 93 % (limit 80 %)."],
    [{ stepsSinceDiscord: 21 }, "A 22-day shape that resembles nothing else in the series ended 21 days ago."],
    [
      { pattern: { ...calm.pattern, ties: 0.31 } },
      "31 % of the last patterns hold equal returns (limit 5 %): a coarse tick or stale prices bend the complexity.",
    ],
  ])("names what passed its limit: %#", (change, text) => expect(curiosityAlerts({ ...calm, ...change })).toEqual([text]));
});
