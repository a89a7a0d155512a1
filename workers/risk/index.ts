export { type BlockLengths, blockLengths } from "./block-length";
export { type Contributions, contributionsOf } from "./contributions";
export { type Estimates, MIN_FOR_INTERVALS, replicatesFor } from "./estimates";
export { jobs } from "./jobs";
export { analyzeRisk } from "./jobs/analyze-risk";
export type { FiguresByTool } from "./jobs/figures-by-tool";
export { type AssetValues, type OpenAssets, openAssets } from "./open-assets";
export { parts } from "./parts";
export type { resampleReturns } from "./parts/resample-returns";
export { type PerformanceName, performanceEstimates } from "./performance-intervals";
export { investedWithin, mixedReturns, pricesOf, wealthOf } from "./portfolio-path";
export { type GivenKind, portfolioReturns, type ReadAs } from "./portfolio-returns";
export { performanceReason } from "./reasons";
export { betaOf } from "./relative";
export { PERFORMANCE_NAMES } from "./resample";
export { shapeAt } from "./shape-at";

/** Short vectors with known answers, loaded when they are run. */
export const selfTest = () => import("./self-test");
