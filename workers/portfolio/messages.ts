const percent = (share: number) => `${Number((100 * share).toFixed(2))} %`;

export const drawdownCap = "The cap on the drawdown must be above 0 % and at most 100 %";
export const capOutOfReach = "Even cash alone passes the cap on the drawdown: the risk-free rate is below zero";
export const between = ({ least, first, last }: { least: number; first: string; last: string }) =>
  `Fewer than ${least} rows lie between these dates: the assets have theirs from ${first} to ${last}`;
export const noPrice = ({ name }: { name: string }) => `${name} has no price`;
export const overflow = "The prices are too large to compute with";
export const flat = ({ name }: { name: string }) => `${name} shows no variation: leave it out for this objective`;
export const boundCount = ({ assets }: { assets: number }) => `Bounds must be one number, or one for each of the ${assets} assets`;
export const bounds = ({ name }: { name: string }) =>
  `${name}: the lower bound must not exceed the upper one, and both must lie within -1000 % and 1000 %`;
export const lowerSum = ({ sum }: { sum: number }) => `The lower bounds add up to ${percent(sum)}; they must leave room within 100 %`;
export const upperSum = ({ sum }: { sum: number }) => `The upper bounds add up to ${percent(sum)}; they must reach 100 %`;
export const group = ({ name }: { name: string }) => `The group ${name} must name loaded assets`;
export const conflict = ({ sides }: { sides: readonly { name: string; side: "least" | "most"; share: number }[] }) =>
  `No weights keep all limits at once: ${sides
    .map(({ name, side, share }) => `${name} at ${side} ${percent(share)}`)
    .join(", ")}. Relax ${sides.length === 1 ? "it" : "one of them"}, or the bounds of the assets`;
export const capital = "The capital must be above 0";
export const shareCount = ({ name }: { name: string }) => `The capital buys more shares of ${name} than can be counted: take less of it`;
export const tooMany = ({ most }: { most: number }) => `At most ${most} assets can be optimized at once`;
export const twice = ({ name }: { name: string }) => `Two assets are called ${name}: give each a name of its own`;
export const riskFree = "The risk-free rate must be a number";
export const span = "The span of exponential weights must be above 1";
export const matrix = ({ assets }: { assets: number }) => `Covariances must be a symmetric matrix of ${assets} x ${assets} numbers`;
export const means = ({ assets }: { assets: number }) => `Expected returns must be ${assets} numbers, one for each asset`;
export const viewConfidence = "The confidence of a view is above 0 % and at most 100 %";
export const views = "Views need a weight for every asset and an expected return, and must not contradict each other";
export const shares = ({ assets }: { assets: number }) => `Shares of risk must be ${assets} numbers above 0`;
export const noShares = "These assets can be mixed so that no risk is left, so it cannot be shared out: choose minimum variance";
export const target = "The target return must be a number";
export const targetTooHigh = ({ target, highest }: { target: number; highest: number }) =>
  `No allowed portfolio is expected to return ${percent(target)} a year; the highest is ${percent(highest)}`;
export const confidence = "The confidence level must lie between 0 and 1";
export const infeasible = "No portfolio satisfies all limits at once: widen a bound or a group";
export const stopped = "The optimizer found no answer it can stand behind: try another covariance estimate or wider limits";
export const noExcess = ({ riskFree }: { riskFree: number }) =>
  `No allowed portfolio is expected to return more than the risk-free rate of ${percent(riskFree)}, so no Sharpe ratio can be maximized: this is the minimum-variance portfolio`;
export const noTangency = ({ riskFree }: { riskFree: number }) =>
  `No allowed portfolio is expected to return more than the risk-free rate of ${percent(riskFree)}: there is no maximum Sharpe ratio to mark`;
export const limitsIgnored = "This rule takes no bounds or groups: weights are positive and add up to 100 %, the limits were not applied";
export const clusters = ({ assets }: { assets: number }) => `The number of clusters must be a whole number from 1 to ${assets}, or empty`;
export const fewDays = ({ returns, assets }: { returns: number; assets: number }) =>
  `${returns} returns do not determine the sample covariance of ${assets} assets: a shrunk estimate is safer`;
export const thinTail = ({ days }: { days: number }) =>
  `Only the worst ${days === 1 ? "return counts" : `${days} returns count`}: take a lower confidence level or a longer history`;
export const points = ({ most }: { most: number }) => `The frontier can be shown with 2 to ${most.toLocaleString("en")} portfolios`;
export const rebalanceTargets = ({ assets }: { assets: number }) => `Target weights must be ${assets} numbers, one for each asset`;
export const rebalanceTargetSum = ({ sum }: { sum: number }) => `The target weights add up to ${percent(sum)}; they must add up to 100 %`;
export const rebalanceFrequency = "The frequency must be daily, weekly, monthly or quarterly";
export const rebalanceThreshold = "The threshold must lie between 0 % and 100 %";
export const rebalanceTurnover = "The largest turnover must be above 0 %";
export const rebalanceRiskBudget = "The risk budget must be above 0";
export const rebalanceCapital = "The initial capital must be above 0";
export const rebalanceCosts = "Transaction costs and slippage must be 0 or more, and below 100 % together";
export const rebalanceWiped = ({ row }: { row: number }) =>
  `Short holdings lose everything at row ${row.toLocaleString("en")}: take smaller ones`;
export const rebalanceListed = ({ listed, events }: { listed: number; events: number }) =>
  `The list shows the first ${listed.toLocaleString("en")} of ${events.toLocaleString("en")} events`;
