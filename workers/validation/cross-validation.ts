import type { Count, Fraction, Range } from "../contract";
import type { Convention } from "../performance";
import { performanceOfReturns, type RiskKernels } from "../performance";
import type { JobContext } from "../runtime/job";
import { combinatorialSplits, type Purging, pathsOf } from "./splits";
import { bestOver, rangeResult, type Strategies, spliced } from "./strategies";

export interface FoldResult {
  /** From 1. */
  fold: Count;
  /** Annualized; null if the returns do not vary. */
  sharpe: number | null;
  /** Total return over the fold, and its maximum drawdown (at most 0), as fractions. */
  returns: Fraction;
  drawdown: Fraction;
  /** The configuration chosen on the purged training rows. */
  strategy: Count;
  test: Range;
  train: Range[];
}

export interface CombinatorialPaths {
  folds: Count;
  testFolds: Count;
  splits: Count;
  /** One per path through all folds; null if the path does not vary. */
  sharpes: (number | null)[];
  drawdowns: Fraction[];
  returns: Fraction[];
  /** Share of paths whose Sharpe ratio is below 0. */
  lossShare: Fraction;
}

/** Purged k-fold: evaluates on each fold the configuration that is best on the purged rest of the sample. */
export function crossValidate(
  context: JobContext,
  risk: RiskKernels,
  all: Strategies,
  folds: Count,
  purging: Purging,
  convention: Convention,
): FoldResult[] {
  return combinatorialSplits(all.n, folds, 1, purging).map(({ train, tests: [test] }, i) => {
    context.checkpoint();
    const strategy = bestOver(context, all, train);
    const { sharpe, totalReturn, drawdown } = rangeResult(context, risk, all, strategy, test, convention);
    return { fold: i + 1, sharpe, returns: totalReturn, drawdown, strategy, test: { from: test.from, to: test.to }, train };
  });
}

/** Combinatorial purged cross-validation: all paths through the folds, with the choices made on the respective training rows. */
export function combinatorialPaths(
  context: JobContext,
  risk: RiskKernels,
  all: Strategies,
  { folds, testFolds, ...purging }: Purging & { folds: Count; testFolds: Count },
  convention: Convention,
): CombinatorialPaths {
  const { arena } = context;
  const splits = combinatorialSplits(all.n, folds, testFolds, purging);
  const chosen = splits.map(({ train }) => {
    context.checkpoint();
    return bestOver(context, all, train);
  });
  const rows = Array.from({ length: folds }, (_, fold) => splits.flatMap(({ tests }) => tests).find((test) => test.fold === fold));
  const results = pathsOf(splits, folds).map((path) => {
    const parts = path.flatMap((split, fold) => {
      const range = rows[fold];
      return range ? [{ from: range.from, to: range.to, strategy: chosen[split] }] : [];
    });
    const returns = spliced(context, all, parts);
    return arena.scope(() => {
      const address = arena.put(returns);
      return performanceOfReturns(context, risk, address, returns.length, { ...convention, pivot: all.shapes[0].mean });
    });
  });
  return {
    folds,
    testFolds,
    splits: splits.length,
    sharpes: results.map(({ sharpe }) => sharpe),
    drawdowns: results.map(({ maxDrawdown }) => maxDrawdown),
    returns: results.map(({ totalReturn }) => totalReturn),
    lossShare: results.filter(({ sharpe }) => (sharpe ?? 0) < 0).length / results.length,
  };
}
