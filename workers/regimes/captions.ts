import { type Cause, type Count, fail, type Place } from "../contract";
import type { RegimeCriterion, RegimeFit } from "./fit";
import * as messages from "./messages";

/** Number of returns below which the result gets a caution. */
const ENOUGH = 500;
/** Expected number of values below which a regime may consist of a few outliers. */
const HANDFUL = 5;
/** Log-likelihoods this far apart belong to different maxima; one this far below the best does not compete. */
const APART = 1e-3;
const RIVAL = 1;

/** An analysis that cannot be made. */
export const failed = (cause: Cause, { row, value }: Place = {}) =>
  fail("bad-input", "runtime/analysisFailed", { cause }, row === undefined ? {} : { row, value });

/** The basis of the regimes' names. */
export const orderCaption = (order: RegimeFit["order"]): string => (order === "mean" ? messages.byMean : messages.byVariance);

/** Cautions about a fit; empty if there are none. */
export function cautionsOf(fit: RegimeFit, one: RegimeCriterion, labels: readonly string[], n: Count): string[] {
  const cautions: string[] = [];
  if (n < ENOUGH) cautions.push(messages.fewPoints({ given: n }));
  if (one.bic <= fit.bic) cautions.push(messages.oneRegimeIsBetter({ states: fit.states }));
  for (const [i, label] of labels.entries()) {
    const count = fit.counts[i];
    if (count < HANDFUL || fit.atFloor[i]) cautions.push(messages.ofFew({ label, count: Math.round(count) }));
  }
  if (!fit.converged) cautions.push(messages.notConverged);
  const [best, ...others] = fit.finalists;
  if (others.some((other) => best - other > APART && best - other < RIVAL)) cautions.push(messages.tops);
  return cautions;
}
