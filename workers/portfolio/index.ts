export { jobs } from "./jobs";
export { backtestPortfolio } from "./jobs/backtest-portfolio";

/** Short vectors with known answers, fetched when they are run. */
export const selfTest = () => import("./self-test");
