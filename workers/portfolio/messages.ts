import { count, percent as written } from "../format";

const percent = (share: number) => written(share, 2, 0);

export const drawdownCap = "The drawdown cap must be above 0% and at most 100%";
export const capOutOfReach = "Even cash exceeds the drawdown cap: the risk-free rate is negative";
export const between = ({ least, first, last }: { least: number; first: string; last: string }) =>
  `Fewer than ${least} rows lie between these dates: the assets range from ${first} to ${last}`;
export const noPrice = ({ name }: { name: string }) => `${name} has no price`;
export const overflow = "The prices are too large to compute with";
export const flat = ({ name }: { name: string }) => `${name} has zero variance: exclude it for this objective`;
export const weight = "A weight must be from −1,000% to 1,000%";
export const weightSum = ({ sum }: { sum: number }) => `The weights sum to ${percent(sum)}; they must sum to 100%`;
export const boundCount = ({ assets }: { assets: number }) => `Bounds must be one number, or one for each of the ${assets} assets`;
export const bounds = ({ name }: { name: string }) =>
  `${name}: the lower bound must not exceed the upper one, and both must be between −1,000% and 1,000%`;
export const lowerSum = ({ sum }: { sum: number }) => `The lower bounds sum to ${percent(sum)}; they must not exceed 100%`;
export const upperSum = ({ sum }: { sum: number }) => `The upper bounds sum to ${percent(sum)}; they must reach 100%`;
export const group = ({ name }: { name: string }) => `The group ${name} must consist of loaded assets`;
export const conflict = ({ sides }: { sides: readonly { name: string; side: "least" | "most"; share: number }[] }) =>
  `No weights satisfy all limits: ${sides
    .map(({ name, side, share }) => `${name} at ${side} ${percent(share)}`)
    .join(", ")}. Relax ${sides.length === 1 ? "it" : "one of them"}, or the bounds of the assets`;
export const capital = "The capital must be above 0";
export const shareCount = ({ name }: { name: string }) => `The capital buys too many shares of ${name} to count: reduce it`;
export const tooMany = ({ most }: { most: number }) => `At most ${most} assets can be optimized at once`;
export const twice = ({ name }: { name: string }) => `Two assets are named ${name}: give each a unique name`;
export const span = "The span of exponential weights must be above 1";
export const matrix = ({ assets }: { assets: number }) => `Covariances must be a symmetric matrix of ${assets} × ${assets} numbers`;
export const means = ({ assets }: { assets: number }) => `Expected returns must be ${assets} numbers, one for each asset`;
export const viewConfidence = "The confidence of a view must be above 0% and at most 100%";
export const views = "Views need a weight for every asset and an expected return, and must not contradict each other";
export const shares = ({ assets }: { assets: number }) => `Risk budgets must be ${assets} numbers above 0`;
export const noShares = "These assets can be combined with zero risk, so no risk can be budgeted: choose minimum variance";
export const target = "The target return must be a number";
export const targetTooHigh = ({ target, highest }: { target: number; highest: number }) =>
  `No feasible portfolio has an expected return of ${percent(target)} per year; the highest is ${percent(highest)}`;
export const confidence = "The confidence level must be between 0 and 1";
export const infeasible = "No portfolio satisfies all limits: relax a bound or a group";
export const stopped = "The optimizer did not converge: try another covariance estimate or wider limits";
export const noExcess = ({ riskFree }: { riskFree: number }) =>
  `No feasible portfolio has an expected return above the risk-free rate of ${percent(riskFree)}, so there is no maximum Sharpe portfolio: this is the minimum-variance portfolio`;
export const noTangency = ({ riskFree }: { riskFree: number }) =>
  `No feasible portfolio has an expected return above the risk-free rate of ${percent(riskFree)}: there is no tangency portfolio to mark`;
export const limitsIgnored = "This method ignores bounds and groups: weights are positive and sum to 100%";
export const clusters = "The number of clusters must be a whole number from 1 to the number of assets, or empty";
export const fewDays = ({ returns, assets }: { returns: number; assets: number }) =>
  `${returns} returns are too few for the sample covariance of ${assets} assets: use a shrinkage estimate`;
export const fewReturns = ({ returns }: { returns: number }) =>
  `Expected returns and Sharpe ratios of ${returns} returns are unreliable: use a longer history`;
export const thinTail = ({ days }: { days: number }) =>
  `Only the worst ${days === 1 ? "return is in the tail" : `${days} returns are in the tail`}: use a lower confidence level or a longer history`;
export const points = ({ most }: { most: number }) => `The frontier can have 2 to ${count(most)} portfolios`;
export const rebalanceTargets = ({ assets }: { assets: number }) => `Target weights must be ${assets} numbers, one for each asset`;
export const rebalanceTargetSum = ({ sum }: { sum: number }) => `The target weights sum to ${percent(sum)}; they must sum to 100%`;
export const rebalanceFrequency = "The frequency must be daily, weekly, monthly or quarterly";
export const rebalanceThreshold = "The threshold must be between 0% and 100%";
export const rebalanceTurnover = "The maximum turnover must be above 0%";
export const rebalanceRiskBudget = "The risk budget must be above 0";
export const rebalanceCapital = "The initial capital must be above 0";
export const rebalanceCosts = "Transaction costs and slippage must be 0 or more, and below 100% in total";
export const rebalanceWiped = ({ row }: { row: number }) => `Short positions wipe out the portfolio at row ${count(row)}: reduce them`;
export const rebalanceListed = ({ listed, events }: { listed: number; events: number }) =>
  `The list shows the first ${count(listed)} of ${count(events)} events`;
export const listTooLong = ({ most }: { most: number }) => `The list is too long: at most ${count(most)} rows, or 1 MB of text, are read`;
export const listNames = ({ names }: { names: string }) => `The list names none of the assets (${names})`;
export const listAmount = ({ name, value }: { name: string; value: string }) => `The amount of ${name} is not a number: ${value}`;
export const listWeight = ({ name }: { name: string }) => `The weight of ${name} must be from −1,000% to 1,000%`;
export const listColumns = "The list needs a column named Weight or Market Value, or columns named Shares and Price";
export const listSum =
  "The positions sum to zero or less, or beyond the largest number, so their weights are undefined: enter weights instead";
