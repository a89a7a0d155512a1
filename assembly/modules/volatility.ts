// One line per export: what JavaScript may call of the volatility models beyond the GARCH(p,q) passes of the core.
export { drawInnovations } from "../kernels/draw-innovations";
export { simulateStart, simulateStep } from "../kernels/simulate-garch";
export { rngSeed } from "../lib/rng";
export { staticEnd } from "../lib/static-end";
