export { jobs } from "./jobs";
export { backtestPortfolio } from "./jobs/backtest-portfolio";
export type { ReadWeights } from "./jobs/read-weights";

/** Short vectors with known answers, loaded when they are run. */
export const selfTest = () => import("./self-test");
