// One line per export: what JavaScript may call of the volatility models beyond the GARCH(p,q) passes of the core.
export { drawInnovations } from "../kernels/volatility/draw-innovations";
export { countBins, lagGrowth } from "../kernels/volatility/bins";
export { exponential, rootColumns } from "../kernels/volatility/columns";
export { egarchBackward, egarchForward } from "../kernels/volatility/egarch-passes";
export { egarchNextSlopes, egarchRingSize, egarchScores } from "../kernels/volatility/egarch-scores";
export { egarchFinish, egarchPrepare, egarchShocks, egarchStateSize } from "../kernels/volatility/egarch-state";
export { gjrBackward } from "../kernels/volatility/gjr-backward";
export { gjrForward } from "../kernels/volatility/gjr-forward";
export { gjrNextSlopes, gjrProducts, gjrProductsSize } from "../kernels/volatility/gjr-products";
export { gjrFinish, gjrPrepare, gjrStateSize } from "../kernels/volatility/gjr-state";
export { inverseRoots, lagCorrelate, lagDensity, lagScores, lagShocks } from "../kernels/volatility/lag-passes";
export { lagFilter } from "../kernels/volatility/lag-filter";
export { nyblomTail } from "../kernels/volatility/nyblom-tail";
export { drawResiduals, followReturns, pathsStart, pathsStep } from "../kernels/volatility/simulate-paths";
export { densityConstants, densityLog, densityPrepare, densitySize } from "../lib/density";
export { skewedTLossShare } from "../lib/distributions-skewed-t";
export { rngSeed } from "../lib/rng";
export { staticEnd } from "../lib/static-end";
