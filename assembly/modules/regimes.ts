// One line per export: what JavaScript may call of the Markov regimes.
export { backwardFour } from "../kernels/regimes/backward-four";
export { backwardTwo } from "../kernels/regimes/backward-two";
export { compound } from "../kernels/numerics/compound";
export { forwardFour } from "../kernels/regimes/forward-four";
export { forwardTwo } from "../kernels/regimes/forward-two";
export { mixtureQuantile } from "../kernels/regimes/mixture-quantile";
export { exponential, forwardLogLikelihood } from "../kernels/regimes/scalars";
export { regimeShares } from "../kernels/regimes/shares";
export {
  countAtLeast,
  crossSpectrum,
  leadingRegime,
  regimePositions,
  regimeSides,
  shiftScores,
  timedReturns,
} from "../kernels/regimes/timing";
export { viterbiBack, viterbiForward } from "../kernels/regimes/viterbi";
export { countBins } from "../kernels/volatility/bins";
export { staticEnd } from "../lib/static-end";
