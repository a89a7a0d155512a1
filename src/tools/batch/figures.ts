import * as v from "valibot";
import { axesSchema, type SweptParameter, sweptSetting } from "../../../workers/backtest/search-schema";
import type { AnsweredSeries } from "../../../workers/batch/jobs/answer-series";
import { limitsOf } from "../../../workers/runtime/schema";
import { count, type Figure, fixed, percent, plain, pValue, significant } from "../../lib/format.ts";
import type { BatchQuestion } from "./settings";

/** The displayed cells of a result. */
export type Row = AnsweredSeries["rows"][number];

/** A column of the table: header, cell and format. */
interface ShownFigure {
  header: string;
  /** Path of the cell, or common prefix of several. */
  cell: string;
  /** Sort key; a string for text. */
  of: (row: Row) => number | string | null;
  show: (row: Row) => string;
}

const numberAt = (row: Row, cell: string): number | null => {
  const value = row[cell];
  return typeof value === "number" ? value : null;
};

const figure = (header: string, cell: string, show: (value: Figure) => string): ShownFigure => ({
  header,
  cell,
  of: (row) => numberAt(row, cell),
  show: (row) => show(numberAt(row, cell)),
});

const word = (header: string, cell: string, of: (row: Row) => string | null): ShownFigure => ({
  header,
  cell,
  of,
  show: (row) => of(row) ?? "—",
});

const digits =
  (places: number) =>
  (value: Figure): string =>
    fixed(value, places);
const share = (value: Figure) => percent(value, 1);
const fine = (value: Figure) => percent(value, 2);
const short = (value: Figure) => significant(value, 4);

const NOW = "current_regime_probabilities.";
/** The currently most probable regime. */
function regimeNow(row: Row): string | null {
  let [best, most] = [null as string | null, Number.NEGATIVE_INFINITY];
  for (const [name, value] of Object.entries(row)) {
    if (name.startsWith(NOW) && typeof value === "number" && value > most) [best, most] = [name.slice(NOW.length), value];
  }
  return best;
}
const regimeProbability = (row: Row): number | null => {
  const now = regimeNow(row);
  return now === null ? null : numberAt(row, NOW + now);
};

const BEST = "best.";
/** The optimized parameters, at their best in-sample values. */
const bestOf = (axes: unknown): ShownFigure[] => (v.is(axesSchema, axes) ? axes.map(({ parameter }) => bestValue(parameter)) : []);

function bestValue(parameter: SweptParameter): ShownFigure {
  const { label, unit } = limitsOf(sweptSetting(parameter));
  const show = (value: Figure) => (unit === "%" ? fine(value) : plain(value));
  return figure(`Best ${label.toLowerCase()}`, BEST + parameter, show);
}

const performance = (at: (name: string) => string): ShownFigure[] => [
  figure("Return p.a.", at("annualReturn"), share),
  figure("Volatility p.a.", at("volatility"), share),
  figure("Sharpe", at("sharpe"), digits(2)),
  figure("Sortino", at("sortino"), digits(2)),
  figure("Max drawdown", at("maxDrawdown"), share),
];

/** Figures beside the name on a phone. */
export const IN_LINE = 3;

/** Figures in the table by job, most important first. All other cells are in the files. */
const FIGURES: Record<BatchQuestion, readonly ShownFigure[]> = {
  garch: [
    figure("Persistence", "fit.persistence", digits(4)),
    word("Status", "fit.status", (row) => (typeof row["fit.status"] === "string" ? row["fit.status"] : null)),
    figure("Half-life, steps", "fit.halfLife", digits(1)),
    figure("α₁", "fit.parameters.alpha.1", digits(4)),
    figure("β₁", "fit.parameters.beta.1", digits(4)),
    figure("ν", "fit.parameters.nu", digits(2)),
    figure("Unconditional variance", "fit.unconditionalVariance", short),
    figure("Next variance", "fit.nextVariance", short),
    figure("BIC", "fit.bic", digits(2)),
  ],
  regimes: [
    word("Current regime", NOW, regimeNow),
    { header: "Probability", cell: NOW, of: regimeProbability, show: (row) => share(regimeProbability(row)) },
    figure("Volatility p.a.", "metrics.annualized_volatility", share),
    figure("Sharpe", "metrics.sharpe_ratio", digits(2)),
    figure("Max drawdown", "metrics.max_drawdown", share),
    figure("Best number of regimes", "bestStates", count),
    figure("Log-likelihood", "fit.logLikelihood", digits(2)),
    figure("BIC", "fit.bic", digits(2)),
  ],
  risk: [
    figure("VaR", "var", fine),
    figure("Historical shortfall", "losses.historicalShortfall.value", fine),
    ...performance((name) => `metrics.${name}.value`),
    figure("Exceptions", "backtest.counts.exceptions", count),
    figure("Coverage p", "backtest.conditional.pValue", pValue),
  ],
  backtest: [
    ...performance((name) => `performance.${name}`),
    figure("Benchmark Sharpe", "benchmarkPerformance.sharpe", digits(2)),
    figure("Trades", "statistics.trades", count),
    figure("Win rate", "statistics.winRate", share),
    figure("Profit factor", "statistics.profitFactor", digits(2)),
  ],
  optimize: [
    figure("Sharpe out of sample", "optimized.performance.sharpe", digits(2)),
    figure("Sharpe in sample", "sweep.optimized.sharpeRatio", digits(2)),
    figure("Deflated Sharpe", "sweep.selection.dsr", share),
    figure("Original out of sample", "original.performance.sharpe", digits(2)),
    figure("Return out of sample", "optimized.performance.totalReturn", share),
    figure("Max drawdown", "optimized.performance.maxDrawdown", share),
    figure("Trials", "sweep.selection.trials", count),
  ],
  lyapunov: [
    figure("Exponent", "lyapunov_exponent", digits(4)),
    figure("Surrogate p", "surrogates.p", pValue),
    figure("Dimension", "embedding.dimension", count),
    figure("Lag", "embedding.lag", count),
    figure("0–1 test K", "zeroOne.k", digits(3)),
    figure("Price efficiency", "behavioral_metrics.price_efficiency", digits(4)),
    figure("Volatility clustering", "behavioral_metrics.volatility_clustering", digits(4)),
  ],
  curiosity: [
    figure("Curiosity", "data.curiosity_score", digits(4)),
    figure("Volatility p.a.", "volatility.value", share),
    figure("Trend t", "trend.recentT", digits(2)),
    figure("Entropy", "pattern.entropy", digits(4)),
    figure("Entropy p", "pattern.p", pValue),
    figure("Surprise", "novelty.percentile", share),
    figure("Regime change", "regimeSwitch", share),
  ],
  structure: [
    figure("Price efficiency", "priceEfficiency", digits(4)),
    figure("Hurst (R/S)", "rescaledRange.hurst", digits(3)),
    figure("Hurst (DFA)", "detrendedFluctuation.hurst", digits(3)),
    figure("Fractal dimension", "fractalDimension", digits(3)),
    figure("Long memory d", "memory.d", digits(3)),
    figure("Efficiency index", "efficiencyIndex", digits(3)),
    figure("Clustering p", "clustering.mcLeodLi.p", pValue),
  ],
  validate: [
    figure("Sharpe", "bootstrap.sharpe.value", digits(2)),
    figure("Probabilistic Sharpe", "selection.psr", share),
    figure("Deflated Sharpe", "selection.dsr", share),
    figure("Walk-forward p", "walkForward.pValue", pValue),
    figure("Robustness", "walkForward.metrics.robustness", digits(2)),
    figure("Consistency", "walkForward.metrics.consistency", share),
    figure("SPA p", "superiorAbility.pConsistent", pValue),
  ],
};

/** The columns of a result, including varied parameters. */
export const figuresOf = ({ question, settings }: { question: BatchQuestion; settings: Record<string, unknown> }): readonly ShownFigure[] =>
  FIGURES[question].toSpliced(IN_LINE, 0, ...(question === "optimize" ? bestOf(settings.axes) : []));

/** Columns of every row, with or without a result. */
const ALWAYS = ["series", "source", "values", "from", "to", "failure"];

/** Paths of the cells the page needs. */
export const shownCells = (question: BatchQuestion): string[] => [
  ...ALWAYS,
  ...(question === "optimize" ? [BEST] : []),
  ...new Set(FIGURES[question].map(({ cell }) => cell)),
];
