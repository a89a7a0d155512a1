import { count } from "../format";

export const states = "The number of regimes must be 2, 3 or 4";
export const horizon = "The horizon must be a whole number of steps from 0 to 252";
export const threshold = "The probability limit must be between 0 and 1";
export const cost = "The cost per switch must be 0 or more, and below 100%";
export const training = "The training share must be above 0 and at most 1";
export const timingTooFew = ({ fitted, timed }: { fitted: number; timed: number }) =>
  `timing needs at least 100 returns to fit and 60 to test; given: ${count(fitted)} and ${count(timed)}`;
export const alwaysIn = "Always in the market: no timing to test.";
export const neverIn = "Never in the market: no timing to test.";
export const riskFree = "The risk-free rate must be above −100%";
export const csv = "Please upload a CSV file with Date and Close columns";
export const tooFew = ({ given }: { given: number }) => `at least 100 returns are needed, ${count(given)} given`;
export const fewPoints = ({ given }: { given: number }) =>
  `${given} returns are few for regimes: expect wide standard errors. 500 or more are better.`;
export const byMean = "Labeled by mean return: Bull has the highest.";
export const byVariance = "The means hardly differ, so regimes are labeled by volatility: Bull is low, Bear is high.";
export const oneRegimeIsBetter = ({ states }: { states: number }) =>
  `By BIC, one regime fits as well as ${states}: the regimes may be spurious.`;
export const ofFew = ({ label, count: values }: { label: string; count: number }) =>
  `${label} contains about ${count(values)} values that are nearly equal or outliers: check for a bad tick, a split or non-trading days.`;
export const notConverged = "The optimizer stopped before convergence.";
export const tops = "Another local maximum fits almost as well: interpret the regimes with care.";
export const transitionRows = "Each row of the transition matrix must contain probabilities of 0 or more that sum to 1.";
export const neverLeft = "The probability of staying must be below 1: a regime that is never left has no expected duration.";
export const neverEntered = "With this transition matrix a regime is never entered: its long-run share is 0.";
