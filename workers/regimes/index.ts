export { type BullAndBear, fitBullAndBear, REGIME_ROWS, REGIME_SEED } from "./bull-and-bear";
export { fitRegimes } from "./fit";
export { jobs } from "./jobs";
export { type FitRegimesOutput, fitRegimesJob } from "./jobs/fit-regimes";
export { shadeRegimes } from "./jobs/shade-regimes";
export { modelOf } from "./model";
export { type RegimeColumn, RegimePasses } from "./passes";

/** Short vectors with known answers, loaded when they are run. */
export const selfTest = () => import("./self-test");
