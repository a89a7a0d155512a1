export const strategyFile = "This file holds no strategies of Prospect: take one that was exported here";
export const testFailed = ({ cause }: { cause: string }) => `Strategy test failed: ${cause}`;
export const optimizationFailed = ({ cause }: { cause: string }) => `Strategy optimization failed: ${cause}`;
export const strategyType = "the type must be momentum, mean-reversion, behavioral, smart-beta or rules";
export const blocksOperand = "every condition needs two known values and a comparison";
export const blocksWindow = ({ most }: { most: number }) => `a value may look back on 1 to ${most.toLocaleString("en")} rows`;
export const blocksWeight = "a block must hold between −100 and 100 %";
export const blocksConditions = ({ most }: { most: number }) => `an if needs between 1 and ${most} conditions`;
export const blocksDepth = ({ most }: { most: number }) => `blocks may be nested ${most} deep`;
export const lookback = "the lookback period must be a whole number of bars from 1 to 10,000";
export const threshold = "the signal threshold must be 0 or more";
export const exit = "the exit threshold must lie between minus the signal threshold and the signal threshold";
export const stops = "stop loss, take profit and trailing stop must lie between 0 and 100 %";
export const target = "the target volatility must be above 0";
export const weights = "the behavioral weights must lie between 0 and 100 %, one of them above 0";
export const fixedCosts = "fixed costs must be 0 or more";
export const size = "the position size must be above 0 % and at most 100 %";
export const allocation = "the cash must be shared out equally or first come, first served";
export const noAssets = ({ most }: { most: number }) => `between 1 and ${most} assets are needed`;
export const noPrices = ({ names }: { names: readonly string[] }) => `Without a price between the dates, left out: ${names.join(", ")}.`;
export const sharedFills = "Several assets are traded at their closes: orders are filled at the next close, stops told from closes.";
export const untraded = ({ rows, assets }: { rows: number; assets: number }) =>
  `${rows.toLocaleString("en")} prices are missing in ${assets === 1 ? "one asset" : `${assets} assets`}: on those rows it is not traded and keeps its last price.`;
export const band = "the band for resizing must lie between 0 and 100 %";
export const uneven = "every column needs as many rows as the closes";
export const fewRows = ({ least, given }: { least: number; given: number }) =>
  `at least ${least} rows are needed, ${given.toLocaleString("en")} given`;
export const bar = ({ row }: { row: number }) => `row ${row.toLocaleString("en")} has an open, high or low that is not above 0`;
export const noOpens = "The data has no opens: orders are filled at the next close, stops at closes.";
export const noRange = "The data has no highs and lows: stops are told from opens and closes.";
export const missing = ({ rows }: { rows: number }) => `${rows.toLocaleString("en")} rows lack an open, high or low: the close stood in.`;
export const narrow = ({ rows }: { rows: number }) =>
  `${rows.toLocaleString("en")} rows have a high or low within open and close: it was widened.`;
export const noSentiment = "Sentiment is not available: needs dated news. The other weights carry the score.";
export const lookAhead = "Filled at the very close that decided: this looks ahead.";
export const neverTraded = "No signal was ever filled.";
export const listed = ({ listed, trades }: { listed: number; trades: number }) =>
  `The list shows the first ${listed.toLocaleString("en")} of ${trades.toLocaleString("en")} trades.`;
export const ruined = ({ row }: { row: number }) =>
  `the account came to nothing at row ${row.toLocaleString("en")}: take smaller positions or long ones only`;
export const unadjustedRuined = ({ row }: { row: number }) =>
  `Without the behavioral adjustment the account comes to nothing at row ${row.toLocaleString("en")}.`;
export const noTrades = "not available: no trade was closed";
export const noLosses = "not available: no closed trade lost";
export const noWins = "not available: no closed trade won";
export const equalTrades = "not available: needs two closed trades of different profit";
export const stressFewTrades = ({ least, given }: { least: number; given: number }) =>
  `not available: needs ${least} closed trades, ${given.toLocaleString("en")} given`;
export const stressRegimes = ({ cause }: { cause: string }) => `not available: ${cause}`;
export const stressIterations = "the number of Monte Carlo runs must be a whole number from 100 to 100,000";
export const sweepAxes = "choose one to four parameters to vary, each once, with at least one value";
export const sweepTooMany = ({ given, most }: { given: number; most: number }) =>
  `${given.toLocaleString("en")} combinations are too many: at most ${most.toLocaleString("en")}`;
export const searchWindows = "the number of walk-forward windows must be a whole number from 2 to 50";
export const searchFewRows = ({ least, given }: { least: number; given: number }) =>
  `at least ${least.toLocaleString("en")} rows are needed to walk forward, ${given.toLocaleString("en")} given: take fewer windows or more data`;
export const searchStart = "Each stretch out of sample begins without a position.";
export const searchNoTrades = ({ windows }: { windows: number }) =>
  `In ${windows.toLocaleString("en")} windows no combination could be ranked: the original parameters were kept there.`;
export const searchUnsure = "The deflated Sharpe ratio is below 95 %: the best of so many trials may be luck.";
export const sweepKeep = ({ most }: { most: number }) => `the number of kept runs must be a whole number from 0 to ${most}`;
export const sweepSkipped = ({ count }: { count: number }) =>
  `${count.toLocaleString("en")} combinations contradict themselves and were not run.`;
export const sweepNothing = "no combination could be ranked: none traded with returns that vary";
