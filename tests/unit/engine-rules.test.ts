import { describe, expect, it } from "vitest";
import { deriveRegime } from "../../workers/engine/regime";
import { limitsAt, traceRules } from "../../workers/engine/rules";
import type { Quantities } from "../../workers/engine/types";

const neutral: Quantities = { trend: 0, momentum: 0, rsi: 0.5, sentiment: 0.5, combined: 0.5, buyLimit: 0.56, sellLimit: 0.44 };
const decide = (quantities: Partial<Quantities>): string => {
  const fired = traceRules({ ...neutral, ...quantities }).find((clause) => clause.fired);
  return fired ? `${fired.action} ${fired.number}` : "Hold";
};

describe("regimes", () => {
  it.each([
    [0.31, 0.021, "trending_bullish"],
    [0.31, -0.021, "trending_bearish"],
    [0.31, 0.02, "volatile_uncertain"],
    [0.3, 0.05, "volatile_uncertain"],
    [0.251, 0, "volatile_uncertain"],
    [0.25, 0.0099, "ranging_consolidation"],
    [0.1, -0.0099, "ranging_consolidation"],
    [0.1, 0.01, "normal"],
    [0.25, -0.5, "normal"],
  ])("volatility %d and trend %d: %s", (volatility, trend, regime) => {
    expect(deriveRegime(volatility, trend)).toBe(regime);
  });
});

describe("rules", () => {
  it.each<[string, Partial<Quantities>]>([
    ["Buy 1", { trend: 0.001, combined: 0.561 }],
    ["Hold", { trend: 0.001, combined: 0.56 }],
    ["Hold", { trend: 0.001, combined: 0.9, rsi: 0.8 }],
    ["Hold", { trend: 0, combined: 0.9 }],
    ["Buy 2", { trend: 0.001, momentum: 0.1, rsi: 0.69 }],
    ["Hold", { trend: 0.001, momentum: 0.1, rsi: 0.7 }],
    ["Hold", { trend: 0.001, momentum: 0 }],
    ["Buy 3", { rsi: 0.29, sentiment: 0.61 }],
    ["Buy 3", { trend: -0.1, momentum: -1, rsi: 0.29, sentiment: 0.61, combined: 0.1 }],
    ["Hold", { rsi: 0.3, sentiment: 0.61 }],
    ["Hold", { rsi: 0.29, sentiment: 0.6 }],
    ["Sell 1", { trend: -0.001, combined: 0.439 }],
    ["Hold", { trend: -0.001, combined: 0.44 }],
    ["Hold", { trend: -0.001, combined: 0.1, rsi: 0.2 }],
    ["Sell 2", { trend: -0.001, momentum: -0.1, rsi: 0.31 }],
    ["Hold", { trend: -0.001, momentum: -0.1, rsi: 0.3 }],
    ["Sell 3", { rsi: 0.71, sentiment: 0.39, trend: -0.001 }],
    ["Hold", { rsi: 0.71, sentiment: 0.39, trend: 0 }],
    ["Hold", { rsi: 0.71, sentiment: 0.4, trend: -0.001 }],
    ["Hold", {}],
  ])("%s on %o", (expected, quantities) => {
    expect(decide(quantities)).toBe(expected);
  });

  it("check Buy before Sell, and the first clause met decides", () => {
    const both = { trend: -0.1, momentum: -1, rsi: 0.25, sentiment: 0.7, combined: 0.1 };
    const clauses = traceRules({ ...neutral, ...both });
    expect(clauses.filter((clause) => clause.met).map((clause) => `${clause.action} ${clause.number}`)).toEqual(["Buy 3", "Sell 1"]);
    expect(clauses.map((clause) => clause.fired)).toEqual([false, false, true, false, false, false]);
  });

  it("show every condition with its value, threshold and outcome", () => {
    const [first] = traceRules({ ...neutral, trend: 0.01, rsi: 0.9 });
    expect(first.conditions).toEqual([
      { quantity: "trend", comparison: "above", value: 0.01, threshold: 0, met: true },
      { quantity: "rsi", comparison: "below", value: 0.9, threshold: 0.8, met: false },
      { quantity: "combined", comparison: "above", value: 0.5, threshold: 0.56, met: false },
    ]);
  });

  it("adjust the limits of the combined score by volatility, by at most 1", () => {
    expect(limitsAt(0.2)).toEqual({
      buy: 0.55 + 0.05 * 0.2,
      sell: 0.45 - 0.05 * 0.2,
      base: { buy: 0.55, sell: 0.45 },
      adjustment: 0.05 * 0.2,
    });
    expect(limitsAt(1000)).toEqual({ buy: 1.55, sell: -0.55, base: { buy: 0.55, sell: 0.45 }, adjustment: 1 });
  });
});
