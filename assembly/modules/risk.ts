// One line per export: what JavaScript may call for risk figures, bootstraps and Monte-Carlo paths.
export { blockMoments, independentMoments, runningSums } from "../kernels/risk/bootstrap-moments";
export { addWeighted, compound, crossSum, scaleColumn, sumWhereLow } from "../kernels/risk/co-movement";
export { drawdownEpisodes } from "../kernels/risk/drawdown-episodes";
export { performanceSums } from "../kernels/risk/performance-sums";
export { resampleIndices } from "../kernels/risk/resampling";
export { countExceptions, lossLimits, markedValues, negate, rollingBlock, rollingMoments, rollingQuantile } from "../kernels/risk/rolling-loss";
export { rollingPerformance } from "../kernels/risk/rolling-performance";
export { cubeRoot, exponential, exponentialLess1 } from "../kernels/risk/scalars";
export { studentSums } from "../kernels/risk/student-sums";
export { countRanks, countRows, lowerTail, ranksOf, tailSum, upperQuantile } from "../kernels/risk/tails";
export { wealthPaths } from "../kernels/risk/wealth-paths";
export { rngJump, rngSeed } from "../lib/rng";
export { staticEnd } from "../lib/static-end";
