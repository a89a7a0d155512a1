import { inPercent as isInPercent } from "../../workers/analyzed-column";
import type { Jobs } from "../../workers/jobs";
import { modelLabel } from "../../workers/volatility/schema";
import type { JobValue } from "../client/pool";
import type { Figure } from "../state/run-body";
import { inPercent } from "./assets/asset-record";

/* The headline figures of the results that Compare computes too: recorded under the same names by their tools and by Compare. */

type Unit = Parameters<typeof isInPercent>[1];

/** @param decimals those on the tool's screen; none for counts, texts, and figures of unknown magnitude */
const plain = (label: string, value: Figure["value"] | undefined, decimals?: number, unit = ""): Figure => ({
  label,
  value: value ?? "—",
  unit,
  ...(decimals !== undefined && { decimals }),
});

/** Two decimals if they fit: differences of information criteria matter, not their level in the millions. */
export const criterionDecimals = (value: number): number => (Math.abs(value) < 1e6 ? 2 : 0);

/** @param unit that of the returns as the input states it */
export const fitFigures = (value: JobValue<Jobs, "fit-garch">, unit: Unit): Figure[] => {
  const { fit } = value;
  return [
    plain("Log-likelihood", fit.logLikelihood, 4),
    plain("AIC", fit.aic, criterionDecimals(fit.aic)),
    plain("BIC", fit.bic, criterionDecimals(fit.bic)),
    plain("Persistence", fit.persistence, 4),
    plain("Half-life", Number.isFinite(fit.halfLife) ? fit.halfLife : "∞", 1, "steps"),
    plain("Returns", fit.n, undefined, isInPercent(value, unit) ? "in percent" : ""),
    ...fit.estimates.map(({ key, value: estimate }) => plain(key, estimate)),
  ];
};

export const regimeFigures = ({ fit, metrics, regimes }: JobValue<Jobs, "fit-regimes">): Figure[] => [
  ...regimes.map(({ label, probability }) => plain(`P(${label})`, probability, 3)),
  ...regimes.map(({ label, duration }) => plain(`${label}, duration`, duration, 1, "steps")),
  plain("Log-likelihood", fit.logLikelihood, 4),
  plain("BIC", fit.bic, 2),
  plain("Sharpe Ratio", metrics.sharpe_ratio, 3),
  plain("Max Drawdown", metrics.max_drawdown, 4),
];

/** @param tested whether the exponent was tested against surrogates */
export const exponentFigures = (value: JobValue<Jobs, "estimate-lyapunov">, tested = true): Figure[] => {
  const { lyapunov_exponent: exponent, behavioral_metrics: metrics, surrogates } = value;
  return [
    plain("Lyapunov Exponent", exponent, 4, "per step"),
    ...(tested ? [plain("Surrogate p", surrogates.p, 4)] : []),
    plain("Loss Aversion", metrics.loss_aversion, 3),
    plain("Price Efficiency", metrics.price_efficiency, 4),
    plain("Volatility Clustering", metrics.volatility_clustering, 4),
  ];
};

export const curiosityFigures = ({ data, pattern, trend, novelty }: JobValue<Jobs, "analyze-curiosity">): Figure[] => [
  plain("Curiosity Score", data.curiosity_score, 1, "fraction"),
  plain("Market Volatility", data.metrics.volatility, 3, "per year"),
  plain("Pattern Strength", pattern.z, 2, "standard deviations"),
  plain("Price Trend", data.metrics.price_trend, 3, "per year"),
  plain("t of the trend", trend.t, 2),
  plain("Novelty", novelty?.percentile ?? "not available", 3, "percentile"),
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
    plain("Max Drawdown", value.maxDrawdown, 2, "%"),
    inPercent("Value at Risk", value.var),
    inPercent("Historical ES", losses.historicalShortfall.value),
    ...modelLosses(value, model).map((line) => inPercent(line.label, line.value)),
    { label: "Sharpe Ratio", value: metrics.sharpe.value, unit: "", decimals: 2 },
    { label: "Sortino Ratio", value: metrics.sortino.value, unit: "", decimals: 2 },
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
