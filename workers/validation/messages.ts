export const enterStrategies = "Please choose at least one strategy to validate";
export const strategiesUnequal = "Every strategy, the benchmark and the dates need the same number of rows";
export const strategyFailed = ({ name, cause }: { name: string; cause: string }) => `${name}: ${cause}`;
export const windowSize = "The window size must be a whole number of days from 1 up";
export const stepSize = "The step size must be a whole number of days from 1 up";
export const outOfSample = "The out-of-sample share must lie between 0 and 100 %";
export const significanceLevel = "The significance level must lie between 0 and 1";
export const foldCount = "The number of folds must be a whole number from 2 to 20";
export const pathFolds = "The number of CPCV folds must be a whole number from 2 to 12, and fewer of them are tested at once";
export const purging = "Purge and embargo must be whole numbers, 0 or more, and together shorter than a fold";
export const resamplingScheme = "Blocks are drawn either stationary or circular";
export const blockLength = "The block length must be a number from 1 up";
export const tooLarge = ({ candidates, rows, most }: { candidates: number; rows: number; most: number }) =>
  `${candidates.toLocaleString("en")} candidates of ${rows.toLocaleString("en")} rows are too much to hold at once (at most ${most.toLocaleString("en")} values): choose fewer strategies, vary their parameters less, or a shorter time`;
export const tooMany = ({ most }: { most: number }) => `At most ${most.toLocaleString("en")} candidates can be held against each other`;
export const windows = ({ windows, most }: { windows: number; most: number }) =>
  `This step makes ${windows.toLocaleString("en")} windows, at most ${most.toLocaleString("en")} are run: take a longer step`;
export const ruined = ({ name }: { name: string }) => `${name} lost everything and was left out.`;
export const neverTraded = ({ name }: { name: string }) => `${name} never traded and was left out.`;
export const neverTradedMany = ({ count, of }: { count: number; of: number }) =>
  `${count.toLocaleString("en")} of ${of.toLocaleString("en")} candidates never traded and were left out.`;
export const nothing = "No strategy traded and kept something: nothing is left to validate";
export const purgeCut = ({ rows, asked }: { rows: number; asked: number }) =>
  `A fold is short: ${rows.toLocaleString("en")} rows are purged around it, not the ${asked.toLocaleString("en")} the longest lookback would need.`;
export const recordBenchmark = "A track record has no price to hold: it is compared with the risk-free rate.";
export const recordNoDates = "The dates are left out: rows carry none.";
export const trialCount = "The number of trials must be at least 1";
export const needsWindow = ({ rows, given }: { rows: number; given: number }) =>
  `not available: needs a window of ${rows.toLocaleString("en")} returns, with two in each part; ${given.toLocaleString("en")} given`;
export const needsConfigurations = "not available: needs at least two strategies that vary and 40 returns";
export const needsSamples = ({ rows, given }: { rows: number; given: number }) =>
  `at least ${rows.toLocaleString("en")} returns are needed, ${given.toLocaleString("en")} given`;
export const fewConfigurations = "Fewer than 10 strategies: the probability of overfitting says little.";
