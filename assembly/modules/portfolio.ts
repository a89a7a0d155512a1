// One line per export: what JavaScript may call of dense linear algebra, covariances and portfolio optimization.
export { commonTimes, dropIncomplete, valuesAt } from "../kernels/portfolio/align-columns";
export { periodStarts } from "../kernels/portfolio/calendar";
export { growthOver } from "../kernels/portfolio/growth-over";
export { adjustPrices, lastKnown } from "../kernels/portfolio/last-known";
export { carryForward, placeValues, rankTimes } from "../kernels/ingest/parse-panel";
export { excessLoss, markTail, portfolioLosses, worstPlaced } from "../kernels/portfolio/losses";
export { quadraticLinear, quadraticTilt, quadraticTrace } from "../kernels/portfolio/quadratic-frontier";
export { quadraticResidual, quadraticStart, quadraticStep } from "../kernels/portfolio/quadratic-program";
export { quadraticBasis, quadraticPoint, quadraticSize } from "../kernels/portfolio/quadratic-state";
export { markHoldings, rebalance } from "../kernels/portfolio/rebalance";
export { centerColumns, crossProducts, decayWeights, weighColumns, weightedSum } from "../kernels/portfolio/return-columns";
export { shrinkageSums } from "../kernels/portfolio/shrinkage-sums";
export { choleskyFactor, choleskySolve, invertLower } from "../lib/linear-algebra/cholesky";
export { eigenIterate, eigenReduce, eigenVectors } from "../lib/linear-algebra/eigen";
export { staticEnd } from "../lib/static-end";
