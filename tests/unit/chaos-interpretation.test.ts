import { describe, expect, it } from "vitest";
import type { FitRegion, FittedSlope } from "../../workers/chaos/fit-region";
import { type Finding, interpretationOf, predictionHorizon, tradingSuggestions, verdictOf } from "../../workers/chaos/interpret";

const line = (slope: number, error: number | null = 0.01): FittedSlope => ({ from: 0, to: 9, slope, intercept: 0, error, rSquared: 0.99 });
const STABLE: FitRegion = { from: 0, to: 9, origin: "stable" };
const DEFAULT: FitRegion = { from: 0, to: 9, origin: "default" };
const finding = (changes: Partial<Finding> = {}): Finding => ({
  verdict: "faster-than-surrogates",
  fit: line(0.5),
  region: STABLE,
  p: 0.025,
  surrogates: 39,
  method: "iaaft",
  ...changes,
});

describe("verdict", () => {
  it("depends on the surrogates, never on the sign alone", () => {
    expect(verdictOf(line(0.5), 0.05, 1)).toBe("faster-than-surrogates");
    for (const slope of [0.001, 0.5, 100]) expect(verdictOf(line(slope), 0.051, 1)).toBe("no-evidence");
    expect(verdictOf(line(-0.001), 0.01, 1)).toBe("no-evidence");
  });

  it("contracting requires a slope 1.96 standard errors below 0 and below the surrogates, or neighbors that never diverge", () => {
    expect(verdictOf(line(-0.0197), 1, 0.05)).toBe("contracting");
    expect(verdictOf(line(-0.0197), 0.5, 0.06)).toBe("no-evidence");
    expect(verdictOf(line(-0.0195), 1, 0.025)).toBe("no-evidence");
    expect(verdictOf(line(-5, null), 1, 0.025)).toBe("no-evidence");
    expect(verdictOf(null, 0.01, 1)).toBe("contracting");
  });
});

describe("interpretation", () => {
  it("states each verdict with p and the number and kind of surrogates", () => {
    expect(interpretationOf(finding())).toMatch(/^Divergence faster than surrogates \(p = 0\.0250, 39 IAAFT surrogates\)/);
    expect(interpretationOf(finding({ verdict: "no-evidence", p: 0.4, surrogates: 19, method: "shuffle" }))).toBe(
      "No evidence of deterministic chaos (p = 0.4000, 19 shuffled surrogates): noise of this length gives the same positive slope.",
    );
    expect(interpretationOf(finding({ verdict: "no-evidence", fit: line(-0.001) }))).toContain("the slope does not exceed that of noise");
    expect(interpretationOf(finding({ verdict: "contracting", fit: null }))).toContain("repeats itself");
    expect(interpretationOf(finding({ verdict: "contracting", fit: line(-1) }))).toContain("nearby states converge");
  });

  it("warns if no part of the curve is linear", () => {
    for (const verdict of ["no-evidence", "faster-than-surrogates"] as const) {
      expect(interpretationOf(finding({ verdict, region: DEFAULT }))).toContain("The curve has no linear region");
      expect(interpretationOf(finding({ verdict }))).not.toContain("no linear region");
    }
  });
});

it("the prediction horizon is 1 / slope, only if divergence is significant along a linear part", () => {
  expect(predictionHorizon(finding())).toBe(2);
  expect(predictionHorizon(finding({ verdict: "no-evidence" }))).toBeNull();
  expect(predictionHorizon(finding({ region: DEFAULT }))).toBeNull();
  expect(predictionHorizon(finding({ verdict: "contracting", fit: null }))).toBeNull();
});

describe("trading suggestions", () => {
  const clustering = (p: number) => ({ autocorrelations: [0.2], value: 0.2, mcLeodLi: { statistic: 50, degrees: 10, p } });
  const ratio = (z: number, value = 0.8, q = 4) => ({ q, ratio: value, z, p: 0.01 });
  const asymmetry = (t: number | null, value: number) => ({
    ratio: value,
    t,
    afterLosses: { mean: 1, count: 50 },
    afterGains: { mean: 1, count: 50 },
    size: "range" as const,
  });
  const none = { horizon: null, varianceRatios: [], clustering: null, asymmetry: null };

  it("derive only from what is significant at 5%", () => {
    expect(tradingSuggestions(none)).toEqual([]);
    const weak = {
      horizon: null,
      varianceRatios: [ratio(-1.95), ratio(1.9)],
      clustering: clustering(0.06),
      asymmetry: asymmetry(1.9, 1.1),
    };
    expect(tradingSuggestions(weak)).toEqual([]);
    expect(tradingSuggestions({ ...none, asymmetry: asymmetry(null, 1.5) })).toEqual([]);
  });

  it("name the strongest statistic and its direction", () => {
    expect(tradingSuggestions({ ...none, varianceRatios: [ratio(-2, 0.9, 2), ratio(-2.9, 0.85, 8)] })[0]).toContain(
      "Short-horizon reversal in this sample: variance ratio 0.850 over 8 steps, z = −2.90",
    );
    expect(tradingSuggestions({ ...none, varianceRatios: [ratio(2.5, 1.2)] })[0]).toContain("continuation");
    expect(tradingSuggestions({ ...none, clustering: clustering(1e-9) })[0]).toContain("McLeod–Li p < 0.0001");
    expect(tradingSuggestions({ ...none, asymmetry: asymmetry(4, 1.25) })[0]).toContain("after losses are 25% larger");
    expect(tradingSuggestions({ ...none, asymmetry: asymmetry(-4, 0.8) })[0]).toContain("after gains are 25% larger");
    expect(tradingSuggestions({ ...none, horizon: 1.44 })[0]).toContain("1.4 steps");
  });
});
