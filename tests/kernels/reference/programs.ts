import { tailIntegral } from "./densities";
import { performanceTwin } from "./performance";
import { quantileTwin } from "./resampling";

/** Figures of other programs by their documented definitions. Quantiles of the normal distribution by confidence. */
export const NORMAL_QUANTILES = { 0.9: -1.2815515655446004, 0.95: -1.6448536269514722, 0.99: -2.3263478740408408 } as const;
type Confidence = keyof typeof NORMAL_QUANTILES;

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0);
const mean = (values: ArrayLike<number>) => sum(values) / values.length;
const moment = (values: ArrayLike<number>, k: number) => mean(Array.from(values, (value) => (value - mean(values)) ** k));
const deviation = (values: ArrayLike<number>, less: number) => Math.sqrt((moment(values, 2) * values.length) / (values.length - less));

interface Asked {
  confidence: Confidence;
  perYear: number;
  riskFree: number;
}

/** Figures all five share: drawdown, annual volatility (n - 1), growth by the number of steps. */
function usual(r: Float64Array, { perYear, riskFree }: Asked) {
  const { maxDrawdown, cagr, sharpe, sortino } = performanceTwin(r, perYear, riskFree);
  return { maxDrawdown, cagr, sharpe, sortino, volatility: deviation(r, 1) * Math.sqrt(perYear) };
}

export function quantstatsTwin(r: Float64Array, asked: Asked) {
  const { confidence, perYear, riskFree } = asked;
  const rate = (1 + riskFree) ** (1 / perYear) - 1;
  const { sharpe, sortino } = performanceTwin(r, perYear, rate * perYear);
  const valueAtRisk = -(mean(r) + NORMAL_QUANTILES[confidence] * deviation(r, 1));
  return { ...usual(r, asked), sharpe, sortino, valueAtRisk, shortfall: -mean(r.filter((value) => value < -valueAtRisk)) };
}

export function empyricalTwin(r: Float64Array, asked: Asked) {
  const lowest = Math.floor((r.length - 1) * (1 - asked.confidence)) + 1;
  return {
    ...usual(r, asked),
    valueAtRisk: -quantileTwin(r, 1 - asked.confidence),
    shortfall: -mean(r.slice().sort().subarray(0, lowest)),
  };
}

export function excelTwin(r: Float64Array, asked: Asked) {
  const percentile = quantileTwin(r, 1 - asked.confidence);
  return { ...usual(r, asked), valueAtRisk: -percentile, shortfall: -mean(r.filter((value) => value <= percentile)) };
}

export function performanceAnalyticsTwin(r: Float64Array, asked: Asked) {
  const { confidence, perYear, riskFree } = asked;
  const { sortino, volatility, ...rest } = usual(r, asked);
  const excess = performanceTwin(
    r.map((value) => value - riskFree / perYear),
    perYear,
    0,
  ).cagr;
  const [s, k] = [moment(r, 3) / moment(r, 2) ** 1.5, moment(r, 4) / moment(r, 2) ** 2 - 3];
  const z = NORMAL_QUANTILES[confidence];
  const h = z + ((z * z - 1) * s) / 6 + ((z ** 3 - 3 * z) * k) / 24 - ((2 * z ** 3 - 5 * z) * s * s) / 36;
  const he = [(x: number) => x ** 3 - 3 * x, (x: number) => x ** 4 - 6 * x * x + 3, (x: number) => x ** 6 - 15 * x ** 4 + 45 * x * x - 15];
  const density = (x: number) =>
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * (1 + (s / 6) * he[0](x) + (k / 24) * he[1](x) + ((s * s) / 72) * he[2](x));
  const expected = tailIntegral((x) => -x * density(-x), -h) / (1 - confidence);
  return {
    ...rest,
    volatility,
    sharpe: excess / volatility,
    sortino: sortino / Math.sqrt(perYear),
    valueAtRisk: -(mean(r) + h * deviation(r, 0)),
    shortfall: -(mean(r) + Math.min(expected, h) * deviation(r, 0)),
  };
}

/** For dated values: ratios of calendar months (dividing by n), the last ten log returns, years of 365 days. */
export function tradingViewTwin(values: Float64Array, times: Float64Array, riskFree: number) {
  const month = (time: number) => new Date(time).toISOString().slice(0, 7);
  const ends = Array.from(values).filter((_, t) => t === 0 || t === values.length - 1 || month(times[t]) !== month(times[t + 1]));
  const months = ends.slice(1).map((end, t) => end / ends[t] - 1);
  const excess = mean(months) - riskFree / 12;
  const logs = Array.from(values.slice(-10), (value, t) => Math.log(value / values[values.length - 11 + t]));
  const depths = Array.from(values, (value, t) => value / Math.max(...values.slice(0, t + 1)) - 1);
  return {
    maxDrawdown: Math.min(...depths),
    sharpe: excess / deviation(months, 0),
    sortino: excess / Math.sqrt(mean(months.map((value) => Math.min(value - riskFree / 12, 0) ** 2))),
    volatility: deviation(logs, 0) * Math.sqrt(365),
    cagr: (values[values.length - 1] / values[0]) ** (365 / ((times[times.length - 1] - times[0]) / 86_400_000)) - 1,
  };
}
