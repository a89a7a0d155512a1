import type { Count, Range } from "../contract";

export interface Window {
  inSample: Range;
  outOfSample: Range;
}

/**
 * Walk-forward windows: each `window` rows long with the last `share` out of sample, `step` rows apart.
 *
 * @formula window i covers rows i step .. i step + window - 1; the last round(share x window) of them are out of sample
 * @source Pardo 2008
 * @tolerance exact
 */
export function walkForwardWindows(n: Count, { window, step, outOfSample }: { window: Count; step: Count; outOfSample: number }): Window[] {
  const later = Math.round(window * outOfSample);
  const windows: Window[] = [];
  for (let start = 0; start + window <= n; start += step) {
    const split = start + window - later;
    windows.push({ inSample: { from: start, to: split }, outOfSample: { from: split, to: start + window } });
  }
  return windows;
}

export interface Split {
  train: Range[];
  /** Number of the fold, and its rows. */
  tests: (Range & { fold: Count })[];
}

/** Folds of equal length; the last one takes the remainder. */
function foldsOf(n: Count, folds: Count): Range[] {
  const length = Math.floor(n / folds);
  return Array.from({ length: folds }, (_, i) => ({ from: i * length, to: i === folds - 1 ? n : (i + 1) * length }));
}

/** Rows outside the tests, excluding `purge` rows before each test and `purge + embargo` rows after it. */
function trainOf(n: Count, tests: Range[], purge: Count, embargo: Count): Range[] {
  const train: Range[] = [];
  let from = 0;
  for (const [i, test] of tests.entries()) {
    const joined = i > 0 && tests[i - 1].to === test.from;
    if (!joined && test.from - purge > from) train.push({ from, to: test.from - purge });
    from = test.to + purge + embargo;
  }
  if (from < n) train.push({ from, to: n });
  return train;
}

export interface Purging {
  /** Rows excluded on both sides of a test: the lookback of a decision or the duration of a position. */
  purge: Count;
  /** Further rows excluded after a test. */
  embargo: Count;
}

/**
 * Every choice of `testFolds` among `folds` contiguous folds as test, in the order of the folds, with purged and embargoed training rows.
 * One test fold gives ordinary purged k-fold cross-validation.
 *
 * @term Combinatorial purged cross-validation (CPCV)
 * @formula C(folds, testFolds) splits; each fold is tested in C(folds - 1, testFolds - 1) of them, which is the number of paths
 * @source Lopez de Prado 2018, chapters 7 and 12
 * @tolerance skfolio's index tables, exact
 */
export function combinatorialSplits(n: Count, folds: Count, testFolds: Count, { purge, embargo }: Purging): Split[] {
  const ranges = foldsOf(n, folds);
  return combinations(folds, testFolds).map((chosen) => {
    const tests = chosen.map((fold) => ({ ...ranges[fold], fold }));
    return { tests, train: trainOf(n, tests, purge, embargo) };
  });
}

/** All ways to choose `size` of 0..count - 1, in lexicographic order. */
export function combinations(count: Count, size: Count): number[][] {
  if (size === 0) return [[]];
  const all: number[][] = [];
  const grow = (chosen: number[], next: number) => {
    if (chosen.length === size) all.push(chosen);
    else for (let i = next; i <= count - size + chosen.length; i++) grow([...chosen, i], i + 1);
  };
  grow([], 0);
  return all;
}

/** Paths through all folds: path p takes fold f from the p-th split that tests it; [path][fold] is the number of a split. */
export function pathsOf(splits: Split[], folds: Count): Count[][] {
  const tested = Array.from({ length: folds }, (_, fold) =>
    splits.flatMap(({ tests }, index) => (tests.some((test) => test.fold === fold) ? [index] : [])),
  );
  return tested[0].map((_, path) => tested.map((list) => list[path]));
}
