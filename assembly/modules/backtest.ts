// One line per export: what JavaScript may call for backtests of trading strategies.
export { mendBars } from "../kernels/backtest/bars";
export {
  chooseColumns,
  compareColumns,
  joinConditions,
  percentChange,
  priorExtreme,
  splitWeights,
} from "../kernels/backtest/blocks";
export { backtestEnd, backtestRun, backtestStart } from "../kernels/backtest/run";
export { pressureWeights, volatilityWeights, weightedScore } from "../kernels/backtest/scores";
export { sharedEnd, sharedRun } from "../kernels/backtest/shared";
export { sharedStart } from "../kernels/backtest/shared-account";
export { equitySwings } from "../kernels/backtest/swings";
export { backtestSweep } from "../kernels/backtest/sweep";
export { packTraded, takeRows, unpackTraded, volatilityShares } from "../kernels/backtest/traded-rows";
export { staticEnd } from "../lib/static-end";
