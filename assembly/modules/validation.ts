// One line per export: what JavaScript may call for the validation of strategies.
export { blockStatistics, cscvSplits } from "../kernels/validation/cscv";
export { rowSums, stationaryVariance, stationaryVarianceStart, superiorAbility } from "../kernels/validation/superior-ability";
export { rngSeed } from "../lib/rng";
export { staticEnd } from "../lib/static-end";
