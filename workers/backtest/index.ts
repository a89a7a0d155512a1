export type { Bars, MarketInput } from "./bars";
export { MAX_ORDERS } from "./engine";
export { jobs } from "./jobs";
export { type BacktestReport, runBacktest } from "./jobs/run-backtest";
export { parts } from "./parts";
export type { runCandidates } from "./parts/run-candidates";
export { type HeadMetrics, metricsOf } from "./run-again";
export { type BacktestSettings, backtestSchema, type FullStrategy, type Strategy, type StrategyType, strategySchema } from "./schema";
export { SWEEP_FIGURES } from "./sweep-part";

/** Short vectors with known answers, loaded when they are run. */
export const selfTest = () => import("./self-test");
