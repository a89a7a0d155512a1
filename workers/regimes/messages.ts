export const states = "The number of regimes must be 2, 3 or 4";
export const horizon = "The horizon must be a whole number of steps from 0 to 252";
export const threshold = "The probability to stay out from must lie between 0 and 1";
export const cost = "The cost of a change must be 0 or more, and below 100 %";
export const training = "The share to fit on must be above 0 and at most 1";
export const timingTooFew = ({ fitted, timed }: { fitted: number; timed: number }) =>
  `timing needs at least 100 returns to fit on and 60 to be timed, there are ${fitted.toLocaleString("en")} and ${timed.toLocaleString("en")}`;
export const alwaysIn = "Always in the market: there is no timing to test.";
export const neverIn = "Never in the market: there is no timing to test.";
export const riskFree = "The risk-free rate must be above −100 %";
export const csv = "Please upload a CSV file with Date and Close columns";
export const tooFew = ({ given }: { given: number }) => `at least 100 returns are needed, ${given.toLocaleString("en")} given`;
export const fewPoints = ({ given }: { given: number }) =>
  `${given} returns are few for regimes: expect wide standard errors. 500 or more are better.`;
export const byMean = "Named by mean return: Bull is the regime of the highest.";
export const byVariance =
  "The means hardly differ, so the names go by volatility: Bull is the calm regime (low volatility), Bear the volatile one.";
export const oneRegimeIsBetter = ({ states }: { states: number }) =>
  `By BIC one regime describes these values as well as ${states}: the regimes may be chance.`;
export const ofFew = ({ label, count }: { label: string; count: number }) =>
  `${label} holds about ${count.toLocaleString("en")} values that are nearly equal or far from all others: look for a bad tick, a split or days without trading.`;
export const notConverged = "The search ended before it was sure of the best parameters.";
export const tops = "Another set of parameters fits almost as well: read the regimes with care.";
