import { inPercent as isInPercent } from "../../workers/analyzed-column";
import type { Jobs } from "../../workers/jobs";
import { modelLabel } from "../../workers/volatility/schema";
import type { JobValue } from "../client/pool";
import type { Figure } from "../state/run-body";
import { inPercent } from "./assets/asset-record";

/* The headline figures of the results that Compare computes too: recorded under the same names by their tools and by Compare. */

type Unit = Parameters<typeof isInPercent>[1];

const plain = (label: string, value: Figure["value"] | undefined, unit = ""): Figure => ({ label, value: value ?? "—", unit });

/** @param unit that of the returns as the input states it */
export const fitFigures = (value: JobValue<Jobs, "fit-garch">, unit: Unit): Figure[] => {
  const { fit } = value;
  return [
    plain("Log-likelihood", fit.logLikelihood),
    plain("AIC", fit.aic),
    plain("BIC", fit.bic),
    plain("Persistence", fit.persistence),
    plain("Half-life", Number.isFinite(fit.halfLife) ? fit.halfLife : "∞", "steps"),
    plain("Returns", fit.n, isInPercent(value, unit) ? "in percent" : ""),
    ...fit.estimates.map(({ key, value: estimate }) => plain(key, estimate)),
  ];
};

export const regimeFigures = ({ fit, metrics, regimes }: JobValue<Jobs, "fit-regimes">): Figure[] => [
  ...regimes.map(({ label, probability }) => plain(`P(${label})`, probability)),
  ...regimes.map(({ label, duration }) => plain(`${label}, duration`, duration, "steps")),
  plain("Log-likelihood", fit.logLikelihood),
  plain("BIC", fit.bic),
  plain("Sharpe Ratio", metrics.sharpe_ratio),
  plain("Max Drawdown", metrics.max_drawdown),
];

/** @param tested whether the exponent was tested against surrogates */
export const exponentFigures = (value: JobValue<Jobs, "estimate-lyapunov">, tested = true): Figure[] => {
  const { lyapunov_exponent: exponent, behavioral_metrics: metrics, surrogates } = value;
  return [
    plain("Lyapunov Exponent", exponent, "per step"),
    ...(tested ? [plain("Surrogate p", surrogates.p)] : []),
    plain("Loss Aversion", metrics.loss_aversion),
    plain("Price Efficiency", metrics.price_efficiency),
    plain("Volatility Clustering", metrics.volatility_clustering),
  ];
};

export const curiosityFigures = ({ data, pattern, trend, novelty }: JobValue<Jobs, "analyze-curiosity">): Figure[] => [
  plain("Curiosity Score", data.curiosity_score, "fraction"),
  plain("Market Volatility", data.metrics.volatility, "per year"),
  plain("Pattern Strength", pattern.z, "standard deviations"),
  plain("Price Trend", data.metrics.price_trend, "per year"),
  plain("t of the trend", trend.t),
  plain("Novelty", novelty?.percentile ?? "not available", "percentile"),
  plain("Alerts", data.alerts.length),
];

type Risk = JobValue<Jobs, "analyze-risk">;
type Model = Parameters<typeof modelLabel>[0] | null;

/** One-step losses by a model passed from another tool. */
export function modelLosses({ byModel }: Risk, model: Model): { label: string; value: number }[] {
  if (!model || !byModel?.losses) return [];
  const { valueAtRisk, shortfall } = byModel.losses;
  return [
    { label: `VaR by ${modelLabel(model)}`, value: valueAtRisk },
    { label: `ES by ${modelLabel(model)}`, value: shortfall },
  ];
}

export const riskFigures = (value: Risk, model: Model = null): Figure[] => {
  const { metrics, losses } = value;
  return [
    plain("Max Drawdown", value.maxDrawdown, "%"),
    inPercent("Value at Risk", value.var),
    inPercent("Historical ES", losses.historicalShortfall.value),
    ...modelLosses(value, model).map((line) => inPercent(line.label, line.value)),
    { label: "Sharpe Ratio", value: metrics.sharpe.value, unit: "" },
    { label: "Sortino Ratio", value: metrics.sortino.value, unit: "" },
    inPercent("Volatility", metrics.volatility.value),
    plain("Risk warning", value.riskWarning ? "yes" : "no"),
    plain("Returns", value.returns),
  ];
};

type FiguresOf = (value: never, unit: Unit) => Figure[];
const OF_JOB: Readonly<Record<string, FiguresOf | undefined>> = {
  "fit-garch": fitFigures,
  "fit-regimes": regimeFigures,
  "estimate-lyapunov": (value) => exponentFigures(value),
  "analyze-curiosity": curiosityFigures,
  "analyze-risk": (value) => riskFigures(value),
};

/** The figures of a job's result, as its tool records them. */
export const figuresOf = (job: string, value: unknown, { unit }: { unit?: Unit }): Figure[] => OF_JOB[job]?.(value as never, unit) ?? [];
