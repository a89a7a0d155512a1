import * as v from "valibot";
import { ingestTexts } from "../../ingest";
import { operation } from "../operation";
import { Problem, problemOf } from "../problem";
import { figure, number } from "../schemas";

const file = v.pipe(v.instance(Blob, ingestTexts.selectFileFirst), v.description("The CSV file"));
const form = v.object({ file });

/** A form without a chosen file sends an empty one without a name. */
function chosen(body: { file: Blob }): Blob {
  if (body.file.size === 0)
    throw new Problem(422, "bad-input", ingestTexts.selectFileFirst, { issues: [{ field: "file", message: ingestTexts.selectFileFirst }] });
  return body.file;
}

export const analyzeCuriosity = operation({
  id: "analyzeCuriosity",
  method: "POST",
  path: "/api/market-curiosity/analyze",
  tag: "Analyses",
  summary: "Market Curiosity Analysis",
  description: "The results of the Market Curiosity screen for the primary column of a CSV file.",
  access: "open",
  body: form,
  bodyType: "form",
  status: 200,
  response: v.object({
    data: v.object({
      curiosity_score: number,
      metrics: v.object({ volatility: figure, price_trend: figure }),
      exploration_results: v.object({ base_score: number, feature_importance: v.record(v.string(), figure) }),
      patterns: v.array(v.object({ x: number, y: figure })),
      alerts: v.array(v.string()),
    }),
  }),
  async answer({ body, services, signal }) {
    const outcome = await services.ask("curiosity", { file: chosen(body) }, signal);
    if (!outcome.ok) throw problemOf(outcome.failure);
    return outcome.value;
  },
});

export const analyzeMarkov = operation({
  id: "analyzeMarkovRegime",
  method: "POST",
  path: "/api/markov-regime",
  tag: "Analyses",
  summary: "Markov Regime Analysis",
  description: "Bull and bear probabilities at the last row and summary statistics, from a CSV file with Date and Close columns.",
  access: "open",
  body: form,
  bodyType: "form",
  status: 200,
  response: v.object({
    current_regime_probabilities: v.record(v.string(), number),
    metrics: v.object({
      annualized_volatility: figure,
      price_change: figure,
      sharpe_ratio: figure,
      max_drawdown: figure,
      data_range: v.object({ start: v.nullable(v.string()), end: v.nullable(v.string()) }),
      trading_days: number,
    }),
  }),
  async answer({ body, services, signal }) {
    const outcome = await services.ask("markov", { file: chosen(body) }, signal);
    if (!outcome.ok) throw problemOf(outcome.failure);
    return outcome.value;
  },
});

export const analyzeLyapunov = operation({
  id: "analyzeLyapunov",
  method: "POST",
  path: "/api/lyapunov",
  tag: "Analyses",
  summary: "Lyapunov Analysis",
  description:
    "The largest Lyapunov exponent of the closes, its interpretation, and behavioral metrics, from a CSV file with Close, High and Low columns.",
  access: "open",
  body: form,
  bodyType: "form",
  status: 200,
  response: v.object({
    lyapunov_exponent: figure,
    interpretation: v.string(),
    behavioral_metrics: v.object({ loss_aversion: figure, price_efficiency: figure, volatility_clustering: figure }),
    trading_suggestions: v.optional(v.array(v.string())),
    plot: v.optional(v.pipe(v.string(), v.description("Base64 PNG; returned by remote hosts only"))),
  }),
  async answer({ body, services, signal }) {
    const outcome = await services.ask("lyapunov", { file: chosen(body) }, signal);
    if (!outcome.ok) throw problemOf(outcome.failure);
    return outcome.value;
  },
});
