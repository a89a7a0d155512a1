import { type Count, type Fraction, type Outcome, type Range, succeed } from "../../contract";
import { Draws } from "../../numerics/draws";
import { deflatedSharpe, expectedMaximum, type SharpeSample } from "../../performance";
import type { JobContext } from "../../runtime/job";
import { type CanceledAfter, inParallel, inParallelSoFar } from "../../runtime/parallel";
import { adjustedPValues } from "../multiple-testing";
import type { tryFormulas } from "../parts/try-formulas";
import type { FactorSettings } from "../schema";
import type { FormulaAsset } from "./data";
import { Evolution, type SearchSettings, type Trial } from "./evolution";
import { type ColumnName, type Expression, partsOf } from "./expression";
import type { TrialInformation } from "./trial";

/** Number of latest rows a search uses. */
const MAX_ROWS = 20_000;
/** Formulas per part. */
const PART = 5;
/** Number of formulas shown. */
const SHOWN = 10;

export interface FoundFormula {
  text: string;
  parts: Count;
  /** 1 if high values preceded rises in training, -1 if they preceded falls: the following figures use this direction. */
  direction: 1 | -1;
  train: TrialInformation;
  /** On rows unseen by the search. */
  holdout: TrialInformation;
  /** Bonferroni-corrected training p-value, for all formulas tried. */
  bonferroni: number | null;
  benjaminiHochberg: number | null;
  /** Expected training IC of the best of as many null formulas. */
  luck: number | null;
  /** Probability that the true IC exceeds it. */
  deflatedInformation: Fraction | null;
  /** Sharpe ratio per step in training and out of sample, and the former deflated for the number of trials. */
  sharpe: number | null;
  holdoutSharpe: number | null;
  deflatedSharpe: Fraction | null;
}

export interface SearchStatistics {
  /** Number of distinct formulas tried. */
  trials: Count;
  /** Present if the user canceled: everything here covers the formulas tried until then. */
  canceledAfter?: CanceledAfter;
  /** Number of formulas with a testable value. */
  tested: Count;
  /** Expected maximum of as many null formulas, in standard errors. */
  luck: number;
  rows: Count;
  /** Number of older rows omitted. */
  skipped: Count;
  train: Range;
  holdout: Range;
  /** Number of values compared with those on truncated data for the formulas shown; none differed. */
  proven: Count;
}

const NOTHING: Pick<Trial, "information" | "sharpe"> = { information: { ic: null, effective: 0, error: null, p: null }, sharpe: null };

/** The latest rows as a separate column, for other workers to read. */
function latest(context: JobContext, column: Float64Array | null | undefined, from: Count): Float64Array | null {
  if (!column || from === 0) return column ?? null;
  const out = context.column(column.length - from);
  out.set(column.subarray(from));
  return out;
}

/** The same sample with the position reversed. */
const turned = (sample: SharpeSample | null, direction: 1 | -1): SharpeSample | null =>
  sample && { ...sample, sharpe: direction * sample.sharpe, skewness: direction * sample.skewness };

/**
 * Seeded formula search: random, or genetic, with crossover and mutation generation by generation. The rows are split in two; the search
 * uses the older part only. Either sign counts as a discovery, so the best is deflated for twice the number of distinct formulas tried.
 * Under the null the ICs vary by their standard error; the variance across the trials themselves would grow as the search finds good
 * formulas.
 * @formula threshold = standard error x expected maximum of 2 N; deflated IC = Phi((|IC| - threshold) / standard error), Sharpe ratio
 * likewise
 * @source Bailey and Lopez de Prado (2014), with information coefficients instead of Sharpe ratios; genetic programming, Koza (1992)
 * @tolerance same bits for the same seed, with any number of workers
 */
export async function searchFormulas(
  context: JobContext,
  given: readonly FormulaAsset[],
  columns: readonly ColumnName[],
  settings: FactorSettings,
  search: SearchSettings,
): Promise<Outcome<{ found: FoundFormula[]; statistics: SearchStatistics }>> {
  const { trials, holdout: share } = search;
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
  const [train, holdout] = [{ from: 0, to: cut } as const, { from: cut, to: rows } as const];
  const judge = (
    expressions: Expression[],
    part: Count,
    ask: { range: Range; prove: boolean },
    label: string,
    progress: [Fraction, Fraction],
    run: typeof inParallelSoFar = inParallel,
  ) => {
    const parts = Array.from({ length: Math.ceil(expressions.length / part) }, (_, k) => expressions.slice(k * part, (k + 1) * part));
    const inputs = parts.map((own) => ({ assets, columns, settings, expressions: own, ...ask }));
    return run<typeof tryFormulas>(context, "try-formulas", inputs, label, progress);
  };

  const pool = new Evolution(context, new Draws(context, search.seed), { columns, assets: assets.length, depth: search.depth }, search);
  let canceled = false;
  for (let brood = pool.brood(); brood.size > 0 && !canceled; brood = pool.brood()) {
    const { size } = pool.tried;
    const speed = size > 0 ? `, ${Math.round((1000 * size) / context.elapsed())} a second` : "";
    const label = `Trying formulas, ${size} of ${trials}${speed}`;
    const span: [Fraction, Fraction] = [size / trials, (size + brood.size) / trials];
    const outcome = await judge([...brood.values()], PART, { range: train, prove: false }, label, span, inParallelSoFar);
    if (!outcome.ok) return outcome;
    for (const [place, [text, expression]] of [...brood].entries()) {
      const part = outcome.value[Math.floor(place / PART)];
      if (part) pool.settle({ expression, text, ...(part[place % PART] ?? NOTHING) });
    }
    canceled = outcome.value.includes(null);
  }

  const all = [...pool.tried.values()];
  const tested = all.filter(({ information }) => information.ic !== null);
  const luck = expectedMaximum(context.kernels, 2 * tested.length);
  const { bonferroni, benjaminiHochberg } = adjustedPValues(all.map(({ information }) => information.p));
  const places = new Map(all.map((trial, i) => [trial, i]));
  const best = distinct(tested.sort((a, b) => b.fitness - a.fitness)).slice(0, SHOWN);
  const shownOnes = best.map(({ expression }) => expression);
  const outcome = await judge(shownOnes, 1, { range: holdout, prove: true }, "Checking for look-ahead", [1, 1]);
  if (!outcome.ok) return outcome;
  const proofs = outcome.value.flatMap((answers) => answers ?? []).map((answer, shown) => ({ ...answer, trial: best[shown] }));
  const sound = proofs.filter(({ proof }) => proof && !proof.found && !proof.readsAhead);
  const found = sound.map(({ trial, information: unseen, sharpe: later }): FoundFormula => {
    const place = places.get(trial) ?? 0;
    const corrected = { bonferroni: bonferroni[place], benjaminiHochberg: benjaminiHochberg[place] };
    return foundFormula(context, { ...trial, ...corrected }, { information: unseen, sharpe: later }, luck, 2 * tested.length);
  });
  const proven = sound.reduce((sum, { proof }) => sum + (proof?.compared ?? 0), 0);
  return succeed({
    found,
    statistics: {
      ...(canceled && { canceledAfter: { done: all.length, of: trials } }),
      trials: all.length,
      tested: tested.length,
      luck,
      rows,
      skipped,
      train,
      holdout,
      proven,
    },
  });
}

/** Formulas that rank the training rows alike count once; the shortest represents them. */
function distinct(trials: readonly Trial[]): Trial[] {
  const seen = new Set<string>();
  return trials.filter(({ information: { ic, effective } }) => {
    const key = `${Math.abs(ic ?? 0).toFixed(12)} ${effective}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** A formula of the search, signed to predict returns, with its out-of-sample results. */
function foundFormula(
  { kernels }: JobContext,
  trial: Trial & Pick<FoundFormula, "bonferroni" | "benjaminiHochberg">,
  unseen: Pick<Trial, "information" | "sharpe">,
  luck: number,
  attempts: Count,
): FoundFormula {
  const { expression, text, information, sharpe, bonferroni, benjaminiHochberg } = trial;
  const direction = (information.ic ?? 0) < 0 ? -1 : 1;
  const sample = turned(sharpe, direction);
  const { ic, error } = information;
  const inDirection = (one: TrialInformation): TrialInformation => ({ ...one, ic: one.ic === null ? null : direction * one.ic });
  return {
    text,
    parts: partsOf(expression).length,
    direction,
    train: inDirection(information),
    holdout: inDirection(unseen.information),
    bonferroni,
    benjaminiHochberg,
    luck: error && luck * error,
    deflatedInformation: ic !== null && error ? kernels.normalCdf(Math.abs(ic) / error - luck) : null,
    sharpe: sample?.sharpe ?? null,
    holdoutSharpe: turned(unseen.sharpe, direction)?.sharpe ?? null,
    deflatedSharpe: sample && deflatedSharpe(kernels, sample, 1 / (sample.n - 1), attempts),
  };
}
