export { modelName } from "./candidates";
export { fitModel, fitVolatility } from "./fit";
export { innovationQuantile, type NextReturn, nextReturn } from "./garch-forecast";
export type { KeptFit, ModelAsk } from "./garch-model";
export type { HandedModel } from "./handed-schema";
export { jobs } from "./jobs";
export { fitGarchJob } from "./jobs/fit-garch";
export { type RefitGarchOutput, refitReturns } from "./jobs/refit-garch";
export { parts } from "./parts";
export { putResiduals } from "./residuals";
export { DEFAULT_FIT_OPTIONS } from "./search";
export { warmUp } from "./warm-up";

/** Short vectors with known answers, loaded when they are run. */
export const selfTest = () => import("./self-test");
