import { count, plural } from "../format";

export const strategyFile = "This file contains no Prospect strategies: choose a file exported here";
export const testFailed = ({ cause }: { cause: string }) => `Strategy test failed: ${cause}`;
export const optimizationFailed = ({ cause }: { cause: string }) => `Strategy optimization failed: ${cause}`;
export const strategyType = "the type must be momentum, mean-reversion, behavioral, smart-beta or rules";
export const blocksOperand = "every condition needs two valid operands and a comparison";
export const blocksWindow = ({ most }: { most: number }) => `a window must be from 1 to ${count(most)} rows`;
export const blocksWeight = "the weight of a block must be between −100% and 100%";
export const blocksConditions = ({ most }: { most: number }) => `an if block needs between 1 and ${most} conditions`;
export const blocksDepth = ({ most }: { most: number }) => `blocks may be nested at most ${most} deep`;
export const lookback = "the lookback period must be a whole number of bars from 1 to 10,000";
export const threshold = "the signal threshold must be 0 or more";
export const exit = "the exit threshold must be between minus the signal threshold and the signal threshold";
export const stops = "stop loss, take profit and trailing stop must be between 0% and 100%";
export const target = "the target volatility must be above 0";
export const weights = "the behavioral weights must be between 0% and 100%, at least one above 0%";
export const fixedCosts = "costs per order and per unit must be 0 or more";
export const borrowFee = "the borrow fee must be between 0% and 1,000% per year";
export const size = "the position size must be above 0% and at most 100%";
export const allocation = "cash must be allocated equally or first come, first served";
export const noAssets = ({ most }: { most: number }) => `between 1 and ${most} assets are needed`;
export const noPrices = ({ names }: { names: readonly string[] }) => `Excluded, no prices in the date range: ${names.join(", ")}.`;
export const sharedFills = "With several assets, orders are filled at the next close and stops are checked at closes.";
export const untraded = ({ rows, assets }: { rows: number; assets: number }) =>
  `${count(rows)} prices are missing in ${assets === 1 ? "one asset" : `${assets} assets`}: not traded on those rows, valued at the last price.`;
export const band = "the rebalancing band must be between 0% and 100%";
export const uneven = "every column needs as many rows as the close";
export const fewRows = ({ least, given }: { least: number; given: number }) => `at least ${least} rows are needed, ${count(given)} given`;
export const rollingWindow = "the rolling window must be a whole number of steps between 3 and 10,000";
export const bar = ({ row }: { row: number }) => `row ${count(row)} has an open, high or low that is not above 0`;
export const noOpens = "No open prices: orders are filled at the next close, stops at the close.";
export const noRange = "No highs and lows: stops are checked at opens and closes.";
export const missing = ({ rows }: { rows: number }) =>
  `${plural(rows, "row lacks", "rows lack")} an open, high or low: the close was used.`;
export const narrow = ({ rows }: { rows: number }) =>
  `${plural(rows, "row has", "rows have")} a high or low inside the open–close range: it was widened.`;
export const noSentiment =
  "Sentiment is not available: needs a column named sentiment next to the prices. The score uses the other weights.";
export const lookAhead = "Filled at the close that gave the signal: look-ahead bias.";
export const neverTraded = "No signal was filled.";
export const listed = ({ listed, trades }: { listed: number; trades: number }) =>
  `The list shows the first ${count(listed)} of ${count(trades)} trades.`;
export const ruined = ({ row }: { row: number }) => `the account was wiped out at row ${count(row)}: use smaller positions or long only`;
export const unadjustedRuined = ({ row }: { row: number }) =>
  `Without the behavioral adjustment the account is wiped out at row ${count(row)}.`;
export const noTrades = "not available: no closed trades";
export const noLosses = "not available: no losing trades";
export const noWins = "not available: no winning trades";
export const equalTrades = "not available: needs two closed trades with different profits";
export const stressFewTrades = ({ least, given }: { least: number; given: number }) =>
  `not available: needs ${least} closed trades, ${count(given)} given`;
export const stressRegimes = ({ cause }: { cause: string }) => `not available: ${cause}`;
export const stressIterations = "the number of Monte Carlo runs must be a whole number from 100 to 100,000";
export const sweepAxes = "choose one to four parameters to vary, each once, with at least one value";
export const sweepTooMany = ({ given, most }: { given: number; most: number }) =>
  `${count(given)} combinations exceed the limit of ${count(most)}`;
export const searchKind = "the search must be grid or random";
export const searchTrials = ({ most }: { most: number }) => `the number of random trials must be a whole number from 1 to ${count(most)}`;
export const searchFewTrials = ({ given }: { given: number }) =>
  `Only ${plural(given, "distinct trial was", "distinct trials were")} drawn.`;
export const searchWindows = "the number of walk-forward windows must be a whole number from 2 to 50";
export const searchFewRows = ({ least, given }: { least: number; given: number }) =>
  `at least ${count(least)} rows are needed for walk-forward, ${count(given)} given: use fewer windows or more data`;
export const searchStart = "Each out-of-sample window starts without a position.";
export const searchNoTrades = ({ windows }: { windows: number }) =>
  `In ${plural(windows, "window")} no combination could be ranked: the original parameters are used there.`;
export const searchUnsure = "The deflated Sharpe ratio is below 95%: the best of this many trials may be due to chance.";
export const sweepKeep = ({ most }: { most: number }) => `the number of stored runs must be a whole number from 0 to ${most}`;
export const sweepSkipped = ({ count: skipped }: { count: number }) =>
  `${plural(skipped, "inconsistent combination was", "inconsistent combinations were")} skipped.`;
export const sweepNothing = "no combination could be ranked: none traded with varying returns";
