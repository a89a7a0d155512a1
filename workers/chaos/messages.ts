export const dimension = "The embedding dimension must be a whole number from 1 to 20";
export const interval = "The time between two values must be above 0";
export const lag = "The lag must be a whole number of steps from 1 up, shorter than the series";
export const lengths = "Highs and lows must be as many as closes";
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
  `${given.toLocaleString("en")} values are too few to follow neighbors in dimension ${dimension} with lag ${lag}, Theiler window ${theiler} and ${steps} steps: lower these, or load more data`;
export const region = "The fitted region must begin before it ends, within the steps followed";
export const steps = "The steps followed must be a whole number from 2 to 500";
export const surrogates = "The number of surrogates must be 19, 39 or 99";
export const theiler = "The Theiler window must be a whole number of steps, 0 or more";
export const tooFew = ({ least, given }: { least: number; given: number }) =>
  `at least ${least} values are needed to look for chaos, ${given.toLocaleString("en")} given`;
export const csv = "Please upload a CSV file with Close, High, and Low price columns";
