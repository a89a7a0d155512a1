export { type Benchmark, matchBenchmark } from "./benchmark";
export * as performanceTexts from "./messages";
export { monthly, type PerformancePoint, yearsOf } from "./monthly";
export { type CalendarReturn, calendarReturns, type MonthlyReturns, monthlyReturns } from "./monthly-returns";
export {
  type Basis,
  PERFORMANCE_FIGURES,
  type Performance,
  performanceOf,
  type RiskKernels,
  type Shape,
  SUMS,
  shapeOf,
  startSums,
} from "./performance";
export { inPieces, PIECE, performanceAt, performanceOfReturns, sumsAt, type ValueMeter, valueMeter } from "./performance-at";
export { type Convention, sharpeRatio } from "./ratios";
export { ANNUALIZATION, RISK_FREE } from "./schema";
export { type SharpeError, sharpeError } from "./sharpe-error";
export {
  deflatedSharpe,
  expectedMaximum,
  minimumBacktestLength,
  minimumTrackRecord,
  probabilisticSharpe,
  type SharpeSample,
} from "./sharpe-inference";
