import { count } from "../format";

export const columns = ({ most }: { most: number }) => `Choose from 1 to ${count(most)} columns`;
export const limits = "Score thresholds must be between 0 and 1, Sell below Buy";
export const indicatorPeriod = "An indicator period must be a whole number from 1 to 10,000";
export const replayStep = ({ length }: { length: number }) => `The step must be one of the ${count(length)} prices, after the first`;
export const replayTooShort = ({ given }: { given: number }) => `A replay needs at least 20 prices; ${count(given)} given`;
export const marketAndNewsRequired = "Both market data and news data are required";
