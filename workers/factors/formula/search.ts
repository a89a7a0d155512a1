import { type Count, type Fraction, type Outcome, succeed } from "../../contract";
import { deflatedSharpe, expectedMaximum, type SharpeSample } from "../../performance";
import type { JobContext } from "../../runtime/job";
import { inParallel } from "../../runtime/parallel";
import { adjustedPValues } from "../multiple-testing";
import type { tryFormulas } from "../parts/try-formulas";
import type { FactorSettings } from "../schema";
import type { FormulaAsset } from "./data";
import { Draws } from "./draws";
import { type ColumnName, type Expression, partsOf, written } from "./expression";
import { crossed, grow, mutated, type Soil } from "./grow";
import type { RowRange, TrialInformation } from "./trial";

/** The newest rows a search looks at. */
const MAX_ROWS = 20_000;
/** Formulas that breed. */
const POPULATION = 60;
/** Formulas drawn before any of them is tried: the same number on every machine, so that its workers change nothing. */
const BROOD = 40;
/** Formulas a worker takes at a time. */
const PART = 5;
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
  train: RowRange;
  holdout: RowRange;
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

const NOTHING: Pick<Trial, "information" | "sharpe"> = { information: { ic: null, effective: 0, error: null, p: null }, sharpe: null };

/** The newest rows as a column of their own, for other workers to read. */
function latest(context: JobContext, column: Float64Array | null | undefined, from: Count): Float64Array | null {
  if (!column || from === 0) return column ?? null;
  const out = context.column(column.length - from);
  out.set(column.subarray(from));
  return out;
}

/** The same sample held the other way round. */
const turned = (sample: SharpeSample | null, direction: 1 | -1): SharpeSample | null =>
  sample && { ...sample, sharpe: direction * sample.sharpe, skewness: direction * sample.skewness };

/**
 * Seeded search of formulas: random ones, or a population in which good ones are crossed and changed, a brood at a time. The rows are cut in
 * two; the search sees the older part only. As either sign counts as a find, the best is deflated by twice the number of different formulas
 * tried. Worthless formulas have the variance of the standard error; that of the trials themselves would grow with every good one that is bred.
 * @formula luck = standard error x expected maximum of 2 N; deflated IC = Phi((|IC| - luck) / standard error), Sharpe ratio likewise
 * @source Bailey and Lopez de Prado (2014), with information coefficients in place of Sharpe ratios; genetic programming, Koza (1992)
 * @tolerance same bits for the same seed, with one worker or many
 */
export async function searchFormulas(
  context: JobContext,
  given: readonly FormulaAsset[],
  columns: readonly ColumnName[],
  settings: FactorSettings,
  { method, trials, seed, holdout: share, depth }: SearchSettings,
): Promise<Outcome<{ found: FoundFormula[]; statistics: SearchStatistics }>> {
  const skipped = Math.max(0, given[0].values.length - MAX_ROWS);
  const assets = given.map(({ values, volume, open, high, low }) => ({
    values: latest(context, values, skipped) ?? values,
    volume: latest(context, volume, skipped),
    open: latest(context, open, skipped),
    high: latest(context, high, skipped),
    low: latest(context, low, skipped),
  }));
  const rows = assets[0].values.length;
  const cut = Math.floor(rows * (1 - share));
  const train = { from: 0, to: cut };
  const holdout = { from: cut, to: rows };
  const draws = new Draws(context, seed);
  const soil: Soil = { columns, assets: assets.length, depth };
  const judge = (
    expressions: Expression[],
    part: Count,
    ask: { range: RowRange; prove: boolean },
    label: string,
    progress: [Fraction, Fraction],
  ) => {
    const parts = Array.from({ length: Math.ceil(expressions.length / part) }, (_, k) => expressions.slice(k * part, (k + 1) * part));
    const inputs = parts.map((own) => ({ assets, columns, settings, expressions: own, ...ask }));
    return inParallel<typeof tryFormulas>(context, "try-formulas", inputs, label, progress);
  };

  const tried = new Map<string, Trial>();
  const fresh = () => grow(draws, soil, 1 + draws.index(depth));
  const population: Trial[] = [];
  const parent = () => {
    const contenders = Array.from({ length: TOURNAMENT }, () => draws.of(population));
    return contenders.reduce((best, one) => (one.fitness > best.fitness ? one : best)).expression;
  };
  const next = (): Expression => {
    if (method === "random" || population.length < Math.min(POPULATION, trials)) return fresh();
    if (draws.chance(0.1)) return fresh();
    return draws.chance(0.5) ? crossed(draws, parent(), parent()) : mutated(draws, soil, parent());
  };
  // A shallow grammar may have fewer formulas than trials were asked for.
  let repeats = 0;
  const different = (most: Count): Map<string, Expression> => {
    const brood = new Map<string, Expression>();
    const there = (expression: Expression) => tried.has(written(expression)) || brood.has(written(expression));
    while (brood.size < most && repeats < PATIENCE * PATIENCE) {
      context.checkpoint();
      let expression = next();
      for (let i = 0; there(expression) && i < PATIENCE; i++) expression = i < PATIENCE / 2 ? next() : fresh();
      if (there(expression)) repeats++;
      else brood.set(written(expression), expression);
    }
    return brood;
  };
  const settle = (trial: Trial) => {
    tried.set(trial.text, trial);
    if (population.length < POPULATION) {
      population.push(trial);
      return;
    }
    const worst = population.reduce((place, one, i) => (one.fitness < population[place].fitness ? i : place), 0);
    if (trial.fitness > population[worst].fitness) population[worst] = trial;
  };
  while (tried.size < trials) {
    const brood = different(Math.min(trials - tried.size, population.length < POPULATION ? POPULATION : BROOD));
    if (brood.size === 0) break;
    const speed = tried.size > 0 ? `, ${Math.round((1000 * tried.size) / context.elapsed())} a second` : "";
    const label = `Trying formulas, ${tried.size} of ${trials}${speed}`;
    const span: [Fraction, Fraction] = [tried.size / trials, (tried.size + brood.size) / trials];
    const outcome = await judge([...brood.values()], PART, { range: train, prove: false }, label, span);
    if (!outcome.ok) return outcome;
    const answers = outcome.value.flat().values();
    for (const [text, expression] of brood) {
      const { information, sharpe } = answers.next().value ?? NOTHING;
      const worth = information.ic === null ? Number.NEGATIVE_INFINITY : Math.abs(information.ic);
      settle({ expression, text, information, sharpe, fitness: worth - PARSIMONY * partsOf(expression).length });
    }
  }

  const all = [...tried.values()];
  const tested = all.filter(({ information }) => information.ic !== null);
  const luck = expectedMaximum(context.kernels, 2 * tested.length);
  const { bonferroni, benjaminiHochberg } = adjustedPValues(all.map(({ information }) => information.p));
  const places = new Map(all.map((trial, i) => [trial, i]));
  const best = distinct(tested.sort((a, b) => b.fitness - a.fitness)).slice(0, SHOWN);
  const shownOnes = best.map(({ expression }) => expression);
  const outcome = await judge(shownOnes, 1, { range: holdout, prove: true }, "Checking for look-ahead", [1, 1]);
  if (!outcome.ok) return outcome;
  let proven = 0;
  const found = outcome.value.flat().flatMap(({ information: unseen, sharpe: later, proof }, shown): FoundFormula[] => {
    if (!proof || proof.found || proof.readsAhead) return [];
    proven += proof.compared;
    const { expression, text, information, sharpe } = best[shown];
    const direction = (information.ic ?? 0) < 0 ? -1 : 1;
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
        holdoutSharpe: turned(later, direction)?.sharpe ?? null,
        deflatedSharpe: sample && deflatedSharpe(context.kernels, sample, 1 / (sample.n - 1), 2 * tested.length),
      },
    ];
  });
  return succeed({
    found,
    statistics: { trials: all.length, tested: tested.length, luck, rows, skipped, train, holdout, proven },
  });
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
