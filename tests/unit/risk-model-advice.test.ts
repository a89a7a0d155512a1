import { expect, it } from "vitest";
import { advice, type ModelLevel } from "../../src/tools/risk-management/model-levels";

const test = (pValue: number) => ({ statistic: 1, degrees: 1, pValue });

function row(confidence: number, exceptions: number, expected: number, [coverage, independence, shortfall]: number[]): ModelLevel {
  const counts = { observations: 1000, exceptions, n00: 0, n01: 0, n10: 0, n11: 0 };
  const tests = { unconditional: test(coverage), independence: test(independence), conditional: test(0.5) };
  const tail = shortfall === undefined ? null : { ...test(shortfall), excess: 0.2 };
  return { confidence, counts, expected, ...tests, shortfall: tail, basel: null, sample: "out of sample" };
}

it("names every level at which a model's value at risk is rejected, and in which direction", () => {
  expect(advice([row(0.9, 150, 100, [0.001, 0.5]), row(0.95, 80, 50, [0.001, 0.5]), row(0.99, 25, 10, [0.001, 0.5])])).toBe(
    "losses exceed the VaR too often at 90%, 95% and 99% (try errors with heavier tails, or an asymmetric model).",
  );
  expect(advice([row(0.95, 20, 50, [0.001, 0.01]), row(0.975, 10, 25, [0.001, 0.5]), row(0.99, 10, 10, [0.9, 0.01])])).toBe(
    "losses exceed the VaR too rarely at 95% and 97.5% (it is too conservative); " +
      "exceptions cluster at 95% and 99% (the model adapts too slowly to changing volatility).",
  );
  expect(advice([row(0.95, 50, 50, [0.9, 0.9, 0.2]), row(0.99, 10, 10, [0.9, 0.9, 0.01])])).toBe(
    "losses beyond the VaR are larger than the ES at 99% (the tail of the errors is too light).",
  );
  expect(advice([row(0.95, 13, 12.5, [0.9, 0.9]), row(0.99, 3, 2.5, [0.8, 0.9])])).toBe(
    "the tests do not reject this VaR and ES at the 5% level. Fewer than 5 exceptions are expected at 99%: the tests have little power there.",
  );
});
