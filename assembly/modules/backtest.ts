// One line per export: what JavaScript may call for backtests of trading strategies.
export { mendBars } from "../kernels/backtest/bars";
export { backtestEnd, backtestRun, backtestStart } from "../kernels/backtest/run";
export { pressureWeights, volatilityWeights, weightedScore } from "../kernels/backtest/scores";
export { backtestSweep } from "../kernels/backtest/sweep";
export { staticEnd } from "../lib/static-end";
