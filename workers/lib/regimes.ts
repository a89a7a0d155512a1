import type { Count } from "../contract";
import { describeAt } from "./describe";
import { inChunks, type JobContext } from "./job";

/** Two regimes; index 0 and 1 mean the same regime in every pair. */
export interface RegimeModel {
  /** Probability of staying one more step. */
  stay: [number, number];
  mean: [number, number];
  variance: [number, number];
}

export interface Regimes {
  /** Filtered probability of each regime at the last step. */
  probabilities: { Bull: number; Bear: number };
  bull: RegimeSummary;
  bear: RegimeSummary;
  /** True when the means hardly differ, so that Bull is the calm regime and Bear the volatile one. */
  byVariance: boolean;
  logLikelihood: number;
  iterations: Count;
}

export interface RegimeSummary {
  mean: number;
  variance: number;
  /** Expected length of a stay, in steps. */
  duration: number;
}

interface Column {
  address: number;
  n: Count;
}

/** Pseudo-observations that hold each variance away from zero (Hamilton 1991). */
const PSEUDO = 0.2;
const LEAST_SHARE = 1e-10;
/** A multiple of 16, so that chunks leave no trace in the log-likelihood. */
const CHUNK = 65_536;
/** Starts are tried on at most this many of the newest values. */
const TRIAL_LENGTH = 20_000;
const TRIAL_STEPS = 8;
const MOST_STEPS = 400;
/** Values visited by the last rounds together. */
const MOST_WORK = 1e7;

const toColumn = ({ stay, mean, variance }: RegimeModel) => Float64Array.of(...stay, ...mean, ...variance);

/** Where the search begins, in units of the mean and standard deviation of the data. */
const STARTS: { stay: [number, number]; shift: [number, number]; spread: [number, number] }[] = [
  { stay: [0.98, 0.95], shift: [0.05, -0.1], spread: [0.45, 2.2] },
  { stay: [0.95, 0.95], shift: [0.7, -0.7], spread: [0.6, 0.6] },
  { stay: [0.8, 0.6], shift: [0.05, -0.1], spread: [0.5, 2] },
  { stay: [0.9, 0.9], shift: [0, 0], spread: [0.15, 1.6] },
  { stay: [0.995, 0.9], shift: [0.1, -0.6], spread: [0.8, 4] },
];

/** Filters a column at a given model: log-likelihood and the last filtered probability of regime 0. `filtered` receives all of them. */
export function filterRegimes(context: JobContext, { address, n }: Column, model: RegimeModel, filtered: number) {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const parameters = arena.put(toColumn(model));
    const carry = arena.put(Float64Array.of(kernels.regimeErgodic(parameters), 0));
    inChunks(context, n, CHUNK, (from, to) => kernels.regimeFilter(address, from, to, parameters, filtered, carry));
    return { logLikelihood: arena.view(carry, 2)[1], last: arena.view(filtered, n)[n - 1] };
  });
}

/** Smooths filtered probabilities (`smoothed` may be `filtered`) and gives the expected counts the next parameters are made of. */
export function smoothRegimes(
  context: JobContext,
  { address, n }: Column,
  model: RegimeModel,
  filtered: number,
  smoothed: number,
): Float64Array {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const parameters = arena.put(toColumn(model));
    const carry = arena.put(new Float64Array(1));
    const sums = arena.put(new Float64Array(10));
    inChunks(context, n, CHUNK, (from, to) =>
      kernels.regimeSmoother(address, n - to, n - from, n, parameters, filtered, smoothed, carry, sums),
    );
    return arena.view(sums, 10).slice();
  });
}

/** One round of expectation and maximisation. */
function improve(
  context: JobContext,
  column: Column,
  model: RegimeModel,
  total: number,
  work: number,
): { next: RegimeModel; logLikelihood: number } {
  const { logLikelihood } = filterRegimes(context, column, model, work);
  const [m00, m01, m10, m11, count0, distance0, square0, count1, distance1, square1] = smoothRegimes(context, column, model, work, work);
  const share = (stays: number, leaves: number) => Math.min(Math.max(stays / (stays + leaves), LEAST_SHARE), 1 - LEAST_SHARE);
  const moments = (count: number, distance: number, square: number, mean: number): [number, number] => {
    const move = distance / (count + LEAST_SHARE);
    return [mean + move, Math.max((square - 2 * move * distance + move * move * count + PSEUDO * total) / (count + PSEUDO), 1e-4 * total)];
  };
  const [mean0, variance0] = moments(count0, distance0, square0, model.mean[0]);
  const [mean1, variance1] = moments(count1, distance1, square1, model.mean[1]);
  return { next: { stay: [share(m00, m01), share(m11, m10)], mean: [mean0, mean1], variance: [variance0, variance1] }, logLikelihood };
}

function climb(
  context: JobContext,
  column: Column,
  start: RegimeModel,
  total: number,
  work: number,
  most: Count,
  report?: (share: number) => void,
) {
  let model = start;
  let best = { model, logLikelihood: Number.NEGATIVE_INFINITY };
  let iterations = 0;
  let before = Number.NEGATIVE_INFINITY;
  for (; iterations < most; iterations++) {
    report?.(iterations / most);
    const { next, logLikelihood } = improve(context, column, model, total, work);
    if (logLikelihood > best.logLikelihood) best = { model, logLikelihood };
    if (Math.abs(logLikelihood - before) <= 1e-10 * Math.abs(logLikelihood)) break;
    before = logLikelihood;
    model = next;
  }
  return { ...best, iterations };
}

/** Fits two Gaussian regimes to a column of returns; null when they do not vary. `report` hears how far the last rounds are. */
export function fitRegimes(context: JobContext, column: Column, report?: (share: number) => void): Regimes | null {
  const { arena } = context;
  const { address, n } = column;
  const { mean, deviation } = describeAt(context, address, 0, n);
  if (mean === null || deviation === null || !(deviation > 0)) return null;
  const total = deviation ** 2;
  return arena.scope(() => {
    const work = arena.take(n);
    const length = Math.min(n, TRIAL_LENGTH);
    const newest = { address: address + (n - length) * Float64Array.BYTES_PER_ELEMENT, n: length };
    const trials = STARTS.map(({ stay, shift, spread }) => {
      const start: RegimeModel = {
        stay,
        mean: [mean + shift[0] * deviation, mean + shift[1] * deviation],
        variance: [spread[0] * total, spread[1] * total],
      };
      return climb(context, newest, start, total, work, TRIAL_STEPS);
    });
    const trial = trials.reduce((best, one) => (one.logLikelihood > best.logLikelihood ? one : best));
    // A long column costs too much per round to be climbed from afar: it starts from the optimum of its newest part.
    const start = length < n ? climb(context, newest, trial.model, total, work, MOST_STEPS) : trial;
    const found = climb(context, column, start.model, total, work, Math.max(2, Math.min(MOST_STEPS, Math.floor(MOST_WORK / n))), report);
    const { last, logLikelihood } = filterRegimes(context, column, found.model, work);
    const counts = smoothRegimes(context, column, found.model, work, work);
    return { ...labelled(found.model, last, [counts[4], counts[7]]), logLikelihood, iterations: found.iterations };
  });
}

/** Bull is the regime of the higher mean; where the means differ by less than their standard error, the calmer one. */
export function labelled({ stay, mean, variance }: RegimeModel, last: number, counts: [number, number]) {
  const error = Math.sqrt(variance[0] / Math.max(counts[0], 1) + variance[1] / Math.max(counts[1], 1));
  const byVariance = Math.abs(mean[0] - mean[1]) < error;
  const bull = (byVariance ? variance[0] <= variance[1] : mean[0] >= mean[1]) ? 0 : 1;
  const summary = (i: 0 | 1): RegimeSummary => ({ mean: mean[i], variance: variance[i], duration: 1 / (1 - stay[i]) });
  const share = bull === 0 ? last : 1 - last;
  return { probabilities: { Bull: share, Bear: 1 - share }, bull: summary(bull), bear: summary(bull === 0 ? 1 : 0), byVariance };
}
