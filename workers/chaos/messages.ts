import { count } from "../format";

export const dimension = "The embedding dimension must be a whole number from 1 to 20";
export const interval = "The sampling interval must be above 0";
export const lag = "The lag must be a whole number of steps, at least 1 and shorter than the series";
export const lengths = "Highs, lows and closes must have the same length";
export const noRoom = ({
  given,
  dimension,
  lag,
  theiler,
  steps,
}: {
  given: number;
  dimension: number;
  lag: number;
  theiler: number;
  steps: number;
}) =>
  `${count(given)} values are too few to track neighbors in dimension ${dimension} with lag ${lag}, Theiler window ${theiler} and ${steps} steps: reduce these or load more data`;
export const region = "The fitting range must lie within the tracked steps and end after it starts";
export const steps = "The number of tracked steps must be a whole number from 2 to 500";
export const surrogates = "The number of surrogates must be 19, 39 or 99";
export const theiler = "The Theiler window must be a whole number of steps, 0 or more";
export const tooFew = ({ least, given }: { least: number; given: number }) =>
  `at least ${least} values are needed to estimate a Lyapunov exponent, ${count(given)} given`;
export const csv = "Please upload a CSV file with Close, High, and Low price columns";
