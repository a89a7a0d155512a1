import { plural } from "../format";

export const needsTwoReturns = "not available: needs at least two returns";
export const noDrawdown = "not available: no drawdown";
export const noShortfall = "not available: no return below the risk-free rate";
export const noLowerTail = "not available: the 5% quantile of the returns is 0";
export const riskFree = "The risk-free rate must be a number above −100%";
export const benchmarkDates = "The benchmark needs ascending dates to be aligned with the data";
export const benchmarkRepeats = ({ count: rows }: { count: number }) =>
  `${plural(rows, "row")} of the benchmark ${rows === 1 ? "shares its date" : "share their date"} with another: use Check the reading next to it to keep the first, the last or the mean`;
export const benchmarkUndated = "The data has no dates, so the benchmark cannot be aligned: buy and hold is used instead.";
export const benchmarkLate = ({ day }: { day: string }) => `The benchmark begins on ${day}: it is held constant before.`;
export const benchmarkEarly = ({ day }: { day: string }) => `The benchmark ends on ${day}: it is held constant after.`;
export const benchmarkApart = "The benchmark and the data do not overlap in time";
