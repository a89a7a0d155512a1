import type { Count, Fraction } from "../../../contract";
import type { JobContext } from "../../job";
import { deflatedSharpe, expectedMaximum, type SharpeSample } from "../../validation/sharpe-inference";
import type { FactorKernels } from "../columns";
import type { FactorSettings } from "../definitions";
import { adjustedPValues } from "../multiple-testing";
import type { FormulaAsset } from "./data";
import { Draws } from "./draws";
import { type ColumnName, type Expression, partsOf, written } from "./expression";
import { crossed, grow, mutated, type Soil } from "./grow";
import { proveFormula } from "./prove";
import { type Stretch, TrialBench, type TrialInformation } from "./trial";

/** The newest rows a search looks at. */
const MOST_ROWS = 20_000;
/** Formulas that breed. */
const POPULATION = 60;
const TOURNAMENT = 3;
/** Formulas shown. */
const SHOWN = 10;
/** A formula must be worth this much more information for each part it is longer. */
const PARSIMONY = 0.0005;
/** Draws before a formula that was tried already gives way to a fresh one. */
const PATIENCE = 20;

export interface SearchSettings {
  method: "random" | "genetic";
  trials: Count;
  seed: number;
  holdout: Fraction;
  depth: Count;
}

export interface FoundFormula {
  text: string;
  parts: Count;
  /** 1 where high values went before rises in training, -1 where they went before falls: what follows is in this direction. */
  direction: 1 | -1;
  train: TrialInformation;
  /** Of rows the search did not see. */
  holdout: TrialInformation;
  /** Of the p in training, for all formulas tried. */
  bonferroni: number | null;
  benjaminiHochberg: number | null;
  /** The IC in training that the best of as many worthless formulas would be expected to show. */
  luck: number | null;
  /** How likely the true IC is above that. */
  deflatedInformation: Fraction | null;
  /** Sharpe ratio per step in training and in the rows not seen, and the first deflated by the trials. */
  sharpe: number | null;
  holdoutSharpe: number | null;
  deflatedSharpe: Fraction | null;
}

export interface SearchStatistics {
  /** Different formulas tried. */
  trials: Count;
  /** Of them, those that had a value to test. */
  tested: Count;
  /** How many standard errors the best of as many worthless formulas is expected to be above 0. */
  luck: number;
  rows: Count;
  /** Older rows left out. */
  skipped: Count;
  train: Stretch;
  holdout: Stretch;
  /** Values held against those of shortened data for the formulas shown; none differed. */
  proven: Count;
}

interface Trial {
  expression: Expression;
  text: string;
  information: TrialInformation;
  sharpe: SharpeSample | null;
  fitness: number;
}

const latest = (column: Float64Array | null | undefined, from: Count): Float64Array | null => column?.subarray(from) ?? null;

/** The same sample held the other way round. */
const turned = (sample: SharpeSample | null, direction: 1 | -1): SharpeSample | null =>
  sample && { ...sample, sharpe: direction * sample.sharpe, skewness: direction * sample.skewness };

/**
 * Seeded search of formulas: random ones, or a population in which good ones are crossed and changed. The rows are cut in two; the search
 * sees the older part only. As either sign counts as a find, the best is deflated by twice the number of different formulas tried. Worthless
 * formulas have the variance of the standard error; that of the trials themselves would grow with every good one that is bred.
 * @formula luck = standard error x expected maximum of 2 N; deflated IC = Phi((|IC| - luck) / standard error), Sharpe ratio likewise
 * @source Bailey and Lopez de Prado (2014), with information coefficients in place of Sharpe ratios; steady-state genetic programming, Koza (1992)
 * @tolerance same bits for the same seed
 */
export function searchFormulas(
  context: JobContext,
  kernels: FactorKernels,
  given: readonly FormulaAsset[],
  columns: readonly ColumnName[],
  settings: FactorSettings,
  { method, trials, seed, holdout: share, depth }: SearchSettings,
): { found: FoundFormula[]; statistics: SearchStatistics } {
  const skipped = Math.max(0, given[0].values.length - MOST_ROWS);
  const assets = given.map(({ values, volume, open, high, low }) => ({
    values: values.subarray(skipped),
    volume: latest(volume, skipped),
    open: latest(open, skipped),
    high: latest(high, skipped),
    low: latest(low, skipped),
  }));
  const rows = assets[0].values.length;
  const cut = Math.floor(rows * (1 - share));
  const train = { from: 0, to: cut };
  const holdout = { from: cut, to: rows };
  const bench = new TrialBench(context, kernels, assets, columns, settings);
  const draws = new Draws(context, seed);
  const soil: Soil = { columns, assets: assets.length, depth };

  const tried = new Map<string, Trial>();
  const attempt = (expression: Expression): Trial => {
    const text = written(expression);
    bench.take(expression);
    const information = bench.information(train);
    const trial: Trial = {
      ...{ expression, text, information },
      sharpe: bench.sharpe(train),
      fitness: information.ic === null ? Number.NEGATIVE_INFINITY : Math.abs(information.ic) - PARSIMONY * partsOf(expression).length,
    };
    tried.set(text, trial);
    return trial;
  };
  const fresh = () => grow(draws, soil, 1 + draws.index(depth));
  const population: Trial[] = [];
  const parent = () => {
    const rivals = Array.from({ length: TOURNAMENT }, () => draws.of(population));
    return rivals.reduce((best, rival) => (rival.fitness > best.fitness ? rival : best)).expression;
  };
  const next = (): Expression => {
    if (method === "random" || population.length < Math.min(POPULATION, trials)) return fresh();
    if (draws.chance(0.1)) return fresh();
    return draws.chance(0.5) ? crossed(draws, parent(), parent()) : mutated(draws, soil, parent());
  };
  // A shallow grammar may have fewer formulas than trials were asked for.
  let repeats = 0;
  while (tried.size < trials && repeats < PATIENCE * PATIENCE) {
    context.checkpoint();
    let expression = next();
    for (let i = 0; tried.has(written(expression)) && i < PATIENCE; i++) expression = i < PATIENCE / 2 ? next() : fresh();
    if (tried.has(written(expression))) {
      repeats++;
      continue;
    }
    context.progress(tried.size / trials, `Trying formulas, ${tried.size} of ${trials}`);
    const trial = attempt(expression);
    if (population.length < POPULATION) population.push(trial);
    else {
      const worst = population.reduce((place, one, i) => (one.fitness < population[place].fitness ? i : place), 0);
      if (trial.fitness > population[worst].fitness) population[worst] = trial;
    }
  }

  const all = [...tried.values()];
  const tested = all.filter(({ information }) => information.ic !== null);
  const luck = expectedMaximum(context.kernels, 2 * tested.length);
  const { bonferroni, benjaminiHochberg } = adjustedPValues(all.map(({ information }) => information.p));
  const places = new Map(all.map((trial, i) => [trial, i]));
  const best = distinct(tested.sort((a, b) => b.fitness - a.fitness)).slice(0, SHOWN);
  let proven = 0;
  const found = best.flatMap(({ expression, text, information, sharpe }, shown): FoundFormula[] => {
    context.progress(1, "Proving the best");
    const proof = proveFormula(context, kernels, expression, assets, settings.lookback);
    if (proof.found || proof.readsAhead) return [];
    proven += proof.compared;
    bench.take(expression);
    const direction = (information.ic ?? 0) < 0 ? -1 : 1;
    const unseen = bench.information(holdout);
    const place = places.get(best[shown]) ?? 0;
    const sample = turned(sharpe, direction);
    const { ic, error } = information;
    const inDirection = (one: TrialInformation): TrialInformation => ({ ...one, ic: one.ic === null ? null : direction * one.ic });
    return [
      {
        text,
        parts: partsOf(expression).length,
        direction,
        train: inDirection(information),
        holdout: inDirection(unseen),
        bonferroni: bonferroni[place],
        benjaminiHochberg: benjaminiHochberg[place],
        luck: error && luck * error,
        deflatedInformation: ic !== null && error ? context.kernels.normalCdf(Math.abs(ic) / error - luck) : null,
        sharpe: sample?.sharpe ?? null,
        holdoutSharpe: turned(bench.sharpe(holdout), direction)?.sharpe ?? null,
        deflatedSharpe: sample && deflatedSharpe(context.kernels, sample, 1 / (sample.n - 1), 2 * tested.length),
      },
    ];
  });
  return {
    found,
    statistics: { trials: all.length, tested: tested.length, luck, rows, skipped, train, holdout, proven },
  };
}

/** Formulas that order the training rows alike, whatever they are called, count once: the shortest stands for them. */
function distinct(trials: readonly Trial[]): Trial[] {
  const seen = new Set<string>();
  return trials.filter(({ information: { ic, effective } }) => {
    const key = `${Math.abs(ic ?? 0).toFixed(12)} ${effective}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
