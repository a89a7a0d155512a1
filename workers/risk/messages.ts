import { count } from "../format";

export const enterData = "Please enter portfolio data";
export const invalid = "Invalid portfolio data format";
export const insufficientPoints = ({ given }: { given: number }) => `Insufficient data points: ${count(given)} given, 2 needed`;
export const formatInvalid = "Invalid data format";
export const failed = ({ cause }: { cause: string }) => `Failed to assess portfolio risk: ${cause}`;
export const ruinousReturn = "a return of −100% or less wipes out the portfolio";
export const modelStopped = "the search for its maximum did not converge";
export const backtestNeeds = ({ given, least }: { given: number; least: number }) =>
  `not available: needs ${count(least)} returns, ${count(given)} given`;
export const studentNeeds = "not available: needs at least 10 returns that vary";
export const confidence = "The confidence level must be between 50% and 100%";
export const lookback = "The lookback period must be a whole number of days, at least 2";
export const period = "The period must be a whole number of values, at least 2";
export const weightsOver = ({ sum }: { sum: string }) => `The weights sum to ${sum}; they must not exceed 100%`;
export const portfolioEmpty = ({ name }: { name: string }) => `${name} has no holdings yet: add them in Portfolio Management`;
export const limits = "Max drawdown and VaR threshold must be 0 or more";
export const replicates = ({ least }: { least: number }) => `The number of iterations must be a whole number from ${least} to 100,000`;
export const simulationDraws = "The number of draws must be a whole number from 100 to 10,000,000";
export const assetsUnequal = "Every asset needs the same number of values, and one weight";
export const assetsMixed = ({ name }: { name: string }) =>
  `${name} was read as returns and the other assets as prices, or the reverse: set the input type`;
export const assetFailed = ({ name, cause }: { name: string; cause: string }) => `${name}: ${cause}`;
