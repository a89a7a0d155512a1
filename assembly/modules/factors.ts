// One line per export: what JavaScript may call of the alpha factors.
export { compound } from "../kernels/numerics/compound";
export { permutedProducts } from "../kernels/factors/block-permutation";
export { addKnown, fade, lagDifference, leadDifference, logarithms, pairUp, putBack, quotient, signed } from "../kernels/factors/columns";
export { crossSection } from "../kernels/factors/cross-section";
export { mergePass, numberPlaces, ranksInOrder } from "../kernels/factors/long-ranks";
export { bucketSums, positionReturns } from "../kernels/factors/positions";
export { rollingScore, rollingSlope } from "../kernels/factors/rolling-score";
export { rankCorrelation, rankProducts, rollingSpearman, shortSpearman } from "../kernels/factors/spearman";
export { rankAcross, scaleAcross } from "../kernels/factors/formula/across";
export {
  chooseCells,
  combineCells,
  fillCells,
  firstDifference,
  shiftCells,
  sumMagnitudes,
  transformCells,
} from "../kernels/factors/formula/cells";
export { rankSoFar, rollPair, rollWindow } from "../kernels/factors/formula/windows";
export { staticEnd } from "../lib/static-end";
