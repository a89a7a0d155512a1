import { fixed, percent } from "../../lib/format.ts";
import type { RiskReport } from "./use-risk";

const share = (value: number) => percent(value, 2);
const ratio = (value: number) => fixed(value, 3);

/** Label and format of each performance figure. */
export const METRICS: readonly [keyof RiskReport["metrics"], string, (value: number) => string][] = [
  ["totalReturn", "Total return", share],
  ["cagr", "CAGR", share],
  ["annualReturn", "Mean return per year", share],
  ["volatility", "Volatility per year", share],
  ["sharpe", "Sharpe ratio", ratio],
  ["sortino", "Sortino ratio", ratio],
  ["maxDrawdown", "Max drawdown", share],
  ["calmar", "Calmar ratio", ratio],
  ["omega", "Omega ratio", ratio],
  ["ulcer", "Ulcer index", share],
  ["skewness", "Skewness", ratio],
  ["kurtosis", "Excess kurtosis", ratio],
  ["tailRatio", "Tail ratio", ratio],
];

/** Labels of the loss figures in files. */
export const LOSSES: readonly [keyof RiskReport["losses"], string][] = [
  ["historicalVar", "Historical VaR"],
  ["historicalShortfall", "Historical ES"],
  ["parametricVar", "Parametric VaR"],
  ["parametricShortfall", "Parametric ES"],
  ["cornishFisherVar", "Cornish-Fisher VaR"],
  ["cornishFisherShortfall", "Cornish-Fisher ES"],
  ["studentVar", "Student's t VaR"],
  ["studentShortfall", "Student's t ES"],
];
