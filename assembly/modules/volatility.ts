// One line per export: what JavaScript may call of the volatility models beyond the GARCH(p,q) passes of the core.
export { drawInnovations } from "../kernels/draw-innovations";
export { countBins, lagGrowth } from "../kernels/volatility/bins";
export { exponential, rootColumns } from "../kernels/volatility/columns";
export { egarchBackward, egarchForward } from "../kernels/volatility/egarch-passes";
export { egarchNextSlopes, egarchRingSize, egarchScores } from "../kernels/volatility/egarch-scores";
export { egarchFinish, egarchPrepare, egarchStateSize } from "../kernels/volatility/egarch-state";
export { inverseRoots, lagCorrelate, lagDensity, lagScores, lagShocks } from "../kernels/volatility/lag-passes";
export { lagFilter } from "../kernels/volatility/lag-filter";
export { drawResiduals, followReturns, pathsStart, pathsStep } from "../kernels/volatility/simulate-paths";
export { densityConstants, densityLog, densityPrepare, densitySize } from "../lib/density";
export { rngSeed } from "../lib/rng";
export { staticEnd } from "../lib/static-end";
