// One line per export: what JavaScript may call of the volatility models beyond the GARCH(p,q) passes of the core.
export { drawInnovations } from "../kernels/draw-innovations";
export { simulateStart, simulateStep } from "../kernels/simulate-garch";
export { exponential, rootColumns } from "../kernels/volatility/columns";
export { egarchBackward, egarchForward } from "../kernels/volatility/egarch-passes";
export { egarchNextSlopes, egarchRingSize, egarchScores } from "../kernels/volatility/egarch-scores";
export { egarchFinish, egarchPrepare, egarchStateSize } from "../kernels/volatility/egarch-state";
export { densityLog, densityPrepare, densitySize } from "../lib/density";
export { gedCdf, gedLogDensity, gedQuantile } from "../lib/distributions-ged";
export { rngSeed } from "../lib/rng";
export { staticEnd } from "../lib/static-end";
