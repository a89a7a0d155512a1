import type { Count } from "../contract";
import { type Climbed, climbByExpectation } from "./expectation-maximization";
import { maximizeRegimes, type RegimeMaximum } from "./maximize";
import { type RegimeModel, reordered } from "./model";
import type { RegimeParameters } from "./parameters";
import type { RegimePasses } from "./passes";
import { startModels } from "./starts";

/** Starts are compared on at most this many of the latest values. */
const TRIAL_LENGTH = 20_000;
/** Number of random starts; with three or more regimes there are many more local maxima. */
const drawnStarts = (states: Count): Count => (states === 2 ? 3 : 12);
/** Successive halving: EM iterations per round, and how many starts continue. */
const heatsOf = (states: Count): { rounds: Count; keep: Count }[] => [
  { rounds: states === 2 ? 4 : 6, keep: states === 2 ? 5 : 8 },
  { rounds: states === 2 ? 6 : 10, keep: states === 2 ? 3 : 5 },
];

export interface RegimeSearch {
  maximum: RegimeMaximum;
  starts: Count;
  /** Log-likelihoods of the finalists on the trial values, best first: if they are far apart, the likelihood has several maxima. */
  finalists: number[];
}

const better = (a: { logLikelihood: number }, b: { logLikelihood: number }) => b.logLikelihood - a.logLikelihood;

/** The calmest regime first, so that ascents to the same model arrive at the same point. */
function byVariance(model: RegimeModel): RegimeModel {
  const order = model.variance.map((_, i) => i).sort((a, b) => model.variance[a] - model.variance[b]);
  return reordered(model, order);
}

/** The best maximum from several starts; `more` are additional starting models. */
export function searchRegimes(
  passes: RegimePasses,
  parameters: RegimeParameters,
  seed: number,
  more: readonly RegimeModel[],
  report: (share: number) => void,
): RegimeSearch {
  const length = Math.min(passes.column.n, TRIAL_LENGTH);
  const trial = passes.newest(length);
  const starts = [...more, ...startModels(passes.context, parameters.units, parameters.states, drawnStarts(parameters.states), seed)];
  let field: Climbed[] = starts.map((model) => ({ model, logLikelihood: Number.NEGATIVE_INFINITY }));
  const heats = heatsOf(parameters.states);
  for (const [heat, { rounds, keep }] of heats.entries()) {
    field = field.map(({ model }, i) => {
      report((0.4 * (heat + i / field.length)) / heats.length);
      return climbByExpectation(trial, parameters, model, rounds);
    });
    field = field.sort(better).slice(0, keep);
  }
  const finalists: RegimeMaximum[] = [];
  for (const [i, { model }] of field.entries()) {
    report(0.4 + (0.3 * i) / field.length);
    finalists.push(maximizeRegimes(trial, parameters, byVariance(model), { known: finalists }));
  }
  finalists.sort(better);
  const [best] = finalists;
  const climbOn = (model: RegimeModel) =>
    maximizeRegimes(passes, parameters, model, { onStep: (done) => report(0.7 + 0.3 * (done / (done + 8))) });
  const maximum = length < passes.column.n ? climbOn(best.model) : best;
  return { maximum, starts: starts.length, finalists: finalists.map(({ logLikelihood }) => logLikelihood) };
}
