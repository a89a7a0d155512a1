import { count, plural } from "../format";

export const enterStrategies = "Choose at least one strategy to validate";
export const strategiesUnequal = "Every strategy, the benchmark and the dates need the same number of rows";
export const strategyFailed = ({ name, cause }: { name: string; cause: string }) => `${name}: ${cause}`;
export const windowSize = "The window size must be a whole number of days, at least 1";
export const stepSize = "The step size must be a whole number of days, at least 1";
export const outOfSample = "The out-of-sample share must be between 0% and 100%";
export const significanceLevel = "The significance level must be between 0 and 1";
export const foldCount = "The number of folds must be a whole number from 2 to 20";
export const pathFolds = "The number of CPCV folds must be a whole number from 2 to 12, with fewer test folds";
export const purging = "Purge and embargo must be whole numbers of at least 0, together shorter than a fold";
export const resamplingScheme = "The block bootstrap must be stationary or circular";
export const blockLength = "The block length must be at least 1";
export const tooLarge = ({ candidates, rows, most }: { candidates: number; rows: number; most: number }) =>
  `${count(candidates)} candidates of ${count(rows)} rows exceed the memory limit (at most ${count(most)} values): choose fewer strategies, fewer parameter sets or a shorter period`;
export const tooMany = ({ most }: { most: number }) => `At most ${count(most)} candidates can be compared`;
export const windows = ({ windows, most }: { windows: number; most: number }) =>
  `This step gives ${count(windows)} windows; at most ${count(most)} are allowed: use a longer step`;
export const ruined = ({ name }: { name: string }) => `${name} was wiped out and is excluded.`;
export const neverTraded = ({ name }: { name: string }) => `${name} never traded and is excluded.`;
export const neverTradedMany = ({ count: left, of }: { count: number; of: number }) =>
  `${count(left)} of ${count(of)} candidates never traded and are excluded.`;
export const nothing = "No strategy traded without being wiped out: nothing to validate";
export const noneTraded = "No strategy traded: nothing to validate. Choose a longer period or lower thresholds";
export const allRuined = "Every strategy was wiped out, or its values are too large to compute with: nothing to validate";
export const purgeCut = ({ rows, asked }: { rows: number; asked: number }) =>
  `A fold is short: ${plural(rows, "row is", "rows are")} purged around it instead of the ${count(asked)} the longest lookback needs.`;
export const recordBenchmark = "Track record has no price to buy and hold: the benchmark is the risk-free rate.";
export const recordNoDates = "The date range is ignored: the rows have no dates.";
export const trialCount = "The number of trials must be at least 1";
export const needsWindow = ({ rows, given }: { rows: number; given: number }) =>
  `not available: needs a window of ${count(rows)} returns, at least two in and out of sample; ${count(given)} given`;
export const needsConfigurations = "not available: needs at least two strategies with varying returns and 40 returns";
export const needsSamples = ({ rows, given }: { rows: number; given: number }) =>
  `At least ${count(rows)} returns are needed, ${count(given)} given`;
export const fewConfigurations = "Fewer than 10 strategies: the probability of overfitting is not informative.";
