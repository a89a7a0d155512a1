import { expect, it } from "vitest";
import type { BacktestRun } from "../../src/strategies/use-backtest";
import { stressParts } from "../../src/tools/backtester/stress-report";
import type { StressValue } from "../../src/tools/backtester/stress-words";
import { verbatim } from "../../workers/contract";

/** A stress test none of whose checks was finished. */
const NOTHING: StressValue = {
  luck: null,
  luckReason: null,
  sensitivity: [],
  regimes: null,
  regimeReason: null,
  regimeCaption: null,
  prefixes: { lengths: [], firstDifference: null },
  iterations: 10_000,
  seed: 1,
};
const spread = [-0.2, -0.1, 0, 0.1, 0.2];
const luck = { totalReturn: 0.1, maxDrawdown: 0.2, returns: spread, drawdowns: spread } as unknown as NonNullable<StressValue["luck"]>;

const run = { value: { assets: null }, benchmark: null } as BacktestRun;

/** The blocks below the heading: texts as they are, of a table its head. */
const told = (changes: Partial<StressValue>) =>
  stressParts(run, { ...NOTHING, ...changes })
    .slice(1)
    .map((block) => (block.kind === "text" ? block.text : block.kind === "table" ? block.head[0] : block.kind));

it("a canceled stress test reports only the runs drawn, and no unfinished checks", () => {
  const canceledAfter = { done: 1, of: 12 };
  expect(told({ canceledAfter })).toEqual(["Canceled after 1 of 12 checks; the others are missing here. Look-ahead was not checked."]);
  expect(told({ canceledAfter, luck })).toEqual([
    "Canceled after 1 of 12 checks; the others are missing here. 10,000 runs, seed 1. Look-ahead was not checked.",
    "Monte Carlo of trades",
  ]);
});

it("a full test of few rows gives the panel's reasons", () => {
  expect(told({ luckReason: verbatim("Too few trades."), regimeReason: verbatim("Too few returns.") })).toEqual([
    "Too few rows to truncate the data.",
    "Too few trades.",
    "Too few returns.",
  ]);
});
