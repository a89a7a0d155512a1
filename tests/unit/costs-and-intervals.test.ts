import { describe, expect, it } from "vitest";
import { type FigureIntervals, intervalRow, intervalsNote } from "../../src/analysis/intervals/interval-words";
import type { BacktestValue } from "../../src/strategies/backtest-input";
import { costWords } from "../../src/strategies/cost-words";

const how = (iterations: number) => ({ iterations, scheme: "stationary", seed: 1 }) as const;

describe("descriptions of intervals", () => {
  it("distinguishes intervals that are off from unavailable ones", () => {
    expect(intervalRow(1000, how(1000))[1]).toBe("1,000 resamples, stationary blocks, seed 1");
    expect(intervalRow(null, how(0))[1]).toBe("off");
    expect(intervalRow(null)[1]).toBe("off");
    expect(intervalRow(null, how(1000))[1]).toBe("none: too few returns, or they do not vary");
  });

  it("names Wilson's only if the win rate has one", () => {
    expect(intervalsNote({ value: null, waiting: true }, true)).toContain("Wilson's");
    expect(intervalsNote({ value: null, waiting: false }, false)).toBe("Below the return figures: 95% bootstrap intervals.");
  });

  it("says that there are none if there are too few returns", () => {
    const value = { bootstrap: null } as FigureIntervals;
    expect(intervalsNote({ value, waiting: false }, true)).toBe(
      "Below the return figures: no 95% intervals (too few returns, or they do not vary); below the win rate: Wilson's 95% interval.",
    );
  });
});

it("costs keep every digit, and fixed amounts are not fractions of the value", () => {
  const settings = {
    transactionCosts: 0.00005,
    slippage: 0,
    unitCommission: 0.00001,
    minimumCommission: 0.004,
    fixedCosts: 1,
    borrowFee: 0.02,
  };
  expect(costWords({ settings } as BacktestValue)).toBe(
    "costs 0.005% and slippage 0.00% of the value traded, both ways, 0.00001 per unit, commission at least 0.004, 1 per order, borrow fee 2.00% per year",
  );
});
