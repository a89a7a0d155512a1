import { count, fixed, plain } from "../format";
import { symbol } from "./symbols";

export const fitOfOtherData = "The fitted model belongs to other data. Refit it.";
export const forecastHorizon = "The horizon must be a whole number of steps from 1 to 252";
export const forecastLevels = "The coverage of a band must be between 0 and 1";
export const forecastNotExact = "EGARCH and APARCH have no closed-form forecast beyond one step: choose simulation or bootstrap";
export const forecastFewResiduals = ({ given }: { given: number }) => `A bootstrap needs at least 100 residuals; this fit has ${given}`;
export const forecastPaths = "The number of paths must be a whole number from 100 to 100,000";
export const refitWindow = "The window must be a whole number of at least 100 steps, shorter than the series";
export const refitStep = "The step between refits must be a whole number of at least 1";
export const refitTooMany = ({ given }: { given: number }) => `${count(given)} refits exceed the limit of 5,000: use a longer step`;
export const probabilities = "Probabilities must be between 0 and 1";
export const searchGrid = ({ given }: { given: number }) => `A search needs 1 to 420 models; the grid has ${given}`;
export const failed = ({ cause }: { cause: string }) => `Failed to analyze data: ${cause}`;
export const noParameters = "no parameters fit these values";
/** @param given.distribution as a fit names it: "t", "skewt" or "ged" */
export const zeros = ({ fraction, distribution }: { fraction: number; distribution: string }) =>
  `${Math.round(100 * fraction)}% of the returns are exactly zero: the likelihood has no maximum with ${distribution === "ged" ? "Generalized error (GED)" : distribution === "t" ? "Student's t" : "Skewed-t"} errors, whose density is unbounded there. Choose Normal errors, or remove the non-trading rows`;
export const model = "this volatility model is not available here";
export const meanLags = "the mean can have 1 to 5 autoregressive lags";
export const targeting =
  "variance targeting needs a finite long-run variance implied by omega: EGARCH models its logarithm, FIGARCH has none";
export const targetingOfAparch =
  "variance targeting needs a long-run variance implied by omega: that of APARCH is of a power of volatility";
export const targetingOfHar = "variance targeting is for GARCH and GJR-GARCH models: HAR estimates omega";
export const decay = "the decay must be between 0 and 1";
export const orders = "GARCH orders must be positive integers";
export const ordersTooLarge = "GARCH orders above 5 are not supported";
export const tooFew = ({ given }: { given: number }) => `at least 100 data points are needed, ${count(given)} given`;
export const fewPoints = ({ given }: { given: number }) =>
  `${given} data points are few for a GARCH model: expect wide standard errors. 500 or more are better.`;
export const lossAversion = "Loss aversion must be positive";
export const riskAversion = "Risk aversion must be positive";
export const referenceWindow = "The reference window must be a whole number of steps, 0 or more, shorter than the series";
export const start = "ν must start between 2.05 and 300, λ between −0.99 and 0.99, and the tolerance must be 0 or more";
export const iterations = "The number of iterations must be a whole number from 1 to 1,000";
export const marketYear = ({ from, to }: { from: number; to: number }) =>
  `The last year of the simulated market must be between ${from} and ${to}`;

export const persistenceTooHigh = ({ persistence }: { persistence: number }) =>
  `The persistence would be ${fixed(persistence, 4)}. It must be below 1: otherwise shocks to volatility do not fade and there is no long-run volatility.`;
export const belowBound = ({ parameter, least }: { parameter: string; least: number }) =>
  parameter === "omega" || least === 0
    ? `${symbol(parameter)} would be too small for a variance that is always above 0.`
    : `${symbol(parameter)} must be ${plain(least)} or more.`;
export const lossWeightBelowBound = "α₁ + γ₁ must be 0 or more: otherwise a large loss would make the variance negative.";
export const aboveBound = ({ parameter, most }: { parameter: string; most: number }) =>
  `${symbol(parameter)} must be ${plain(most)} or less.`;
export const jointBound = "These values lie outside the region in which the variance is positive and stationary.";
export const noDensity = "These values define no likelihood on this series.";
export const noSurface = "A likelihood surface needs α₁ and β₁: this model has only one of them, or neither.";
export const curvePoint = "A news impact curve needs a variance above 0 and a finite shock.";
export const curveTurns = "No weight moves the curve at this shock: it pivots at one long-run σ.";
