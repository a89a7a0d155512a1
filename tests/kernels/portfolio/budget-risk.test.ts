import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BudgetInput, budgetRisk } from "../../../workers/portfolio/jobs/budget-risk";
import { optimize } from "../../../workers/portfolio/optimize";
import { openRequest } from "../../../workers/portfolio/request";
import { measureContributions } from "../../../workers/risk/jobs/measure-contributions";
import { investedWithin } from "../../../workers/risk/portfolio-path";
import { Canceled } from "../../../workers/runtime/job";
import { failureText, resultOf } from "../../fixtures/failure-text";
import { goldenColumn } from "../../fixtures/golden";
import { runs } from "../../fixtures/in-all";
import { testContext } from "../context";
import { performanceTwin } from "../reference/performance";

const context = await testContext();
const [risk, portfolio] = await Promise.all([context.load("risk"), context.load("portfolio")]);
const { arena } = context;
const NAMES = ["DAX", "SMI", "CAC", "FTSE"];
const assets = await Promise.all(
  NAMES.map(async (name) => {
    const values = await goldenColumn("series/eustockmarkets.csv", name);
    if (!values) throw new Error("no series");
    return { name, values };
  }),
);
const equal = [0.25, 0.25, 0.25, 0.25];
const returns = assets.map(({ values }) => values.slice(1).map((value, t) => value / values[t] - 1));
/** Returns of a portfolio rebalanced daily, in plain TypeScript. */
const mixed = (weights: readonly number[], rest = 0) =>
  returns[0].map((_, t) => returns.reduce((sum, column, i) => sum + weights[i] * column[t], rest));

async function budget(input: Partial<BudgetInput>) {
  return resultOf(await budgetRisk({ assets, weights: equal, objective: "equal-risk", ...input }, context));
}
const refusal = async (input: Partial<BudgetInput>) => {
  const outcome = await budgetRisk({ assets, weights: equal, objective: "equal-risk", ...input }, context);
  return outcome.ok ? null : failureText(outcome.failure);
};

describe("budget-risk", () => {
  it("proposes the optimizer's weights for every objective", async () => {
    for (const objective of ["minimum-variance", "minimum-cvar", "equal-risk", "hierarchical"] as const) {
      const found = await budget({ objective });
      const expected = arena.scope(() => {
        const open = resultOf(openRequest(context, portfolio, { assets: assets.map((asset) => ({ ...asset, times: null })) }));
        const kinds = {
          "minimum-variance": { kind: "minimum-variance" },
          "minimum-cvar": { kind: "minimum-cvar", confidence: 0.95, target: null },
          "equal-risk": { kind: "equal-risk", shares: null },
          hierarchical: { kind: "hierarchical", linkage: "single" },
        } as const;
        return resultOf(optimize(context, portfolio, open, kinds[objective])).weights;
      });
      // Prices rebuilt from returns differ in their last digits.
      for (const [i, weight] of found.proposed.weights.entries()) expect(weight, objective).toBeCloseTo(expected[i], 9);
      expect(found.invested).toBe(1);
      expect(found.used).toBe(objective);
    }
  });

  it("respects the drawdown limit, and is no more cautious than needed", async () => {
    const free = await budget({});
    for (const cap of [0.05, 0.1, 0.15]) {
      const { invested, proposed } = await budget({ drawdownCap: cap });
      expect(-proposed.maxDrawdown).toBeLessThanOrEqual(cap);
      expect(-proposed.maxDrawdown).toBeGreaterThan(cap - 1e-6);
      for (const [i, weight] of proposed.weights.entries()) expect(weight).toBeCloseTo(invested * free.proposed.weights[i], 14);
      expect(proposed.cash).toBeCloseTo(1 - invested, 14);
    }
    expect((await budget({ drawdownCap: 1 })).invested).toBe(1);
  });

  it("finds the same share as a grid search", () => {
    arena.scope(() => {
      const open = { columns: returns.map((column) => arena.put(column)), n: returns[0].length };
      const convention = { perYear: 252, riskFree: 0.02 };
      const share = investedWithin(context, risk, open, equal, convention, 0.12) ?? Number.NaN;
      const depth = (s: number) =>
        -performanceTwin(
          mixed(
            equal.map((weight) => s * weight),
            ((1 - s) * 0.02) / 252,
          ),
          252,
          0.02,
        ).maxDrawdown;
      const grid = Array.from({ length: 1001 }, (_, i) => i / 1000).filter((s) => depth(s) <= 0.12);
      expect(share).toBeGreaterThanOrEqual(Math.max(...grid));
      expect(share).toBeLessThan(Math.max(...grid) + 0.001);
      expect(investedWithin(context, risk, open, equal, { perYear: 252, riskFree: -0.5 }, 0.12)).toBeNull();
    });
  });

  it("the measures of both portfolios match the twin over the sample", async () => {
    const { current, proposed } = await budget({ drawdownCap: 0.1 });
    for (const path of [current, proposed]) {
      const twin = performanceTwin(mixed(path.weights, (path.cash * 0.02) / 252), 252, 0.02);
      expect(path.maxDrawdown).toBeCloseTo(twin.maxDrawdown, 12);
      expect(path.sharpe).toBeCloseTo(twin.sharpe ?? Number.NaN, 9);
      expect(path.wealth.length).toBe(assets[0].values.length);
      expect(path.wealth[path.wealth.length - 1]).toBeCloseTo(1 + twin.totalReturn, 10);
    }
  });

  it("attributes risk as requested", async () => {
    const shares = [4, 3, 2, 1];
    const { proposed } = await budget({ shares });
    // Measured with the sample covariance, while the weights use a shrunk one.
    for (const [i, { percentVolatility }] of proposed.contributions.assets.entries())
      expect(Math.abs(percentVolatility - shares[i] / 10)).toBeLessThan(0.02);
  });

  it("accepts returns like prices, joined on common dates", async () => {
    const times = Float64Array.from(assets[0].values, (_, t) => 86_400_000 * t);
    const shorter = assets.map(({ name, values }, i) => ({ name, values: values.subarray(i), times: times.subarray(i) }));
    const [dated, plain] = [
      await budget({ assets: shorter }),
      await budget({ assets: assets.map(({ name, values }) => ({ name, values: values.subarray(3) })) }),
    ];
    expect(dated.proposed.weights).toEqual(plain.proposed.weights);
    expect(dated.times).toEqual(times.subarray(3));
    expect(dated.alignment.assets.map(({ dropped }) => dropped)).toEqual([3, 2, 1, 0]);
    const asReturns = await budget({ assets: assets.map(({ name }, i) => ({ name, values: returns[i] })), kind: "returns" });
    const asPrices = await budget({});
    for (const [i, weight] of asReturns.proposed.weights.entries()) expect(weight).toBeCloseTo(asPrices.proposed.weights[i], 9);
  });

  it("refuses invalid input", async () => {
    expect(await refusal({ assets: [] })).toBe("Please enter portfolio data");
    expect(await refusal({ drawdownCap: 0 })).toBe("The drawdown cap must be above 0% and at most 100%");
    expect(await refusal({ drawdownCap: Number.NaN })).toBe("The drawdown cap must be above 0% and at most 100%");
    expect(await refusal({ confidence: 1 })).toBe("The confidence level must be between 50% and 100%");
    expect(await refusal({ riskFree: -2 })).toBe("The risk-free rate must be a number above −100%");
    expect(await refusal({ drawdownCap: 0.1, riskFree: -0.5 })).toBe("Even cash exceeds the drawdown cap: the risk-free rate is negative");
    expect(await refusal({ shares: [1, 2] })).toBe("Risk budgets must be 4 numbers above 0");
    const flat = [assets[0], { name: "Flat", values: new Float64Array(assets[0].values.length).fill(5) }];
    expect(await refusal({ assets: flat, weights: [0.5, 0.5] })).toBe("Flat has zero variance: exclude it for this objective");
  });

  it("can be canceled at any point and frees its memory", async () => {
    for (const at of [0, 5, 30]) {
      const canceled = await testContext(at);
      await Promise.all([canceled.load("risk"), canceled.load("portfolio")]);
      const mark = canceled.kernels.arenaMark();
      await expect(budgetRisk({ assets, weights: equal, objective: "equal-risk", drawdownCap: 0.1 }, canceled)).rejects.toThrow(Canceled);
      expect(canceled.kernels.arenaMark()).toBe(mark);
    }
  });
});

describe("measure-contributions of assets with dates", () => {
  const day = 86_400_000;
  const a = { name: "A", values: Float64Array.of(10, 11, 12, 11, 13), times: Float64Array.of(1, 2, 3, 4, 5).map((t) => t * day) };
  const b = { name: "B", values: Float64Array.of(50, 49, 52, 51), times: Float64Array.of(2, 3, 4, 6).map((t) => t * day) };

  it("joins them on common dates", async () => {
    const found = resultOf(await measureContributions({ assets: [a, b], weights: [0.6, 0.4] }, context));
    const plain = resultOf(
      await measureContributions(
        {
          assets: [
            { name: "A", values: Float64Array.of(11, 12, 11) },
            { name: "B", values: Float64Array.of(50, 49, 52) },
          ],
          weights: [0.6, 0.4],
        },
        context,
      ),
    );
    expect(found.assets).toEqual(plain.assets);
    expect(found.observations).toBe(2);
    expect(found.alignment).toMatchObject({ rows: 3, from: 2 * day, to: 4 * day });
    expect(found.alignment.assets.map(({ dropped }) => dropped)).toEqual([2, 1]);
  });

  it("reports the drift of weights by the ratio of prices: none if all assets grow alike", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.double({ min: 5, max: 500, noNaN: true }), { minLength: 6, maxLength: 30 }), async (prices) => {
        const values = Float64Array.from(prices);
        const other = values.map((value, t) => value * (1 + 0.01 * t));
        const periods = 4;
        const outcome = await measureContributions(
          {
            assets: [
              { name: "A", values },
              { name: "B", values: other },
            ],
            weights: [0.5, 0.2],
            driftPeriods: periods,
            kind: "values",
          },
          context,
        );
        if (!outcome.ok) return;
        const growth = [values, other].map((column) => column[column.length - 1] / column[column.length - 1 - periods]);
        const total = 0.5 * growth[0] + 0.2 * growth[1] + 0.3;
        expect(outcome.value.drift.weights[0]).toBeCloseTo((0.5 * growth[0]) / total, 12);
        expect(outcome.value.drift.weights[1]).toBeCloseTo((0.2 * growth[1]) / total, 12);
        expect(outcome.value.drift.cash).toBeCloseTo(0.3 / total, 12);
      }),
      { numRuns: runs(40) },
    );
    const same = await measureContributions({ assets: [a, { ...a, name: "C" }], weights: [0.7, 0.3] }, context);
    expect(same.ok && same.value.drift.weights.map((weight) => weight.toFixed(12))).toEqual(["0.700000000000", "0.300000000000"]);
  });

  it("names the asset detected as a different kind than the others", async () => {
    const mixture = [a, { name: "R", values: Float64Array.of(0.1, -0.2, 0.1, 0.05, -0.1), times: a.times }];
    const outcome = await measureContributions({ assets: mixture }, context);
    expect(outcome.ok ? null : failureText(outcome.failure)).toBe(
      "R was read as returns and the other assets as prices, or the reverse: set the input type",
    );
  });
});
