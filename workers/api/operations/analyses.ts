import * as v from "valibot";
import type { Outcome } from "../../contract";
import { ingestTexts } from "../../ingest";
import type { Upload } from "../answers/analyses";
import { type Call, operation } from "../operation";
import { Problem, problemOf } from "../problem";
import { figure, number } from "../schemas";
import type { ApiServices } from "../services";

const file = v.pipe(v.instance(Blob, ingestTexts.selectFileFirst), v.description("The CSV file"));
const form = v.object({ file });

/** A form without a chosen file sends an empty one without a name. */
function chosen(body: Upload): Blob {
  if (body.file.size === 0)
    throw new Problem(422, "bad-input", ingestTexts.selectFileFirst, { issues: [{ field: "file", message: ingestTexts.selectFileFirst }] });
  return body.file;
}

/** What all analyses of an upload share. */
const ANALYSIS = { method: "POST", tag: "Analyses", access: "open", body: form, bodyType: "form", status: 200 } as const;

const answered =
  <Value>(ask: (services: ApiServices, upload: Upload, signal: AbortSignal) => Promise<Outcome<Value>>) =>
  async ({ body, services, signal }: Call<unknown, unknown, Upload>): Promise<Value> => {
    const outcome = await ask(services, { file: chosen(body) }, signal);
    if (!outcome.ok) throw problemOf(outcome.failure);
    return outcome.value;
  };

export const analyzeCuriosity = operation({
  ...ANALYSIS,
  id: "analyzeCuriosity",
  path: "/api/market-curiosity/analyze",
  summary: "Market Curiosity Analysis",
  description: "The results of the Market Curiosity screen for the primary column of a CSV file.",
  response: v.object({
    data: v.object({
      curiosity_score: number,
      metrics: v.object({ volatility: figure, price_trend: figure }),
      exploration_results: v.object({ base_score: number, feature_importance: v.record(v.string(), figure) }),
      patterns: v.array(v.object({ x: number, y: figure })),
      alerts: v.array(v.string()),
    }),
  }),
  answer: answered((services, ...upload) => services.ask("curiosity", ...upload)),
});

export const analyzeMarkov = operation({
  ...ANALYSIS,
  id: "analyzeMarkovRegime",
  path: "/api/markov-regime",
  summary: "Markov Regime Analysis",
  description: "Bull and bear probabilities at the last row and summary statistics, from a CSV file with Date and Close columns.",
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
  answer: answered((services, ...upload) => services.ask("markov", ...upload)),
});

export const analyzeLyapunov = operation({
  ...ANALYSIS,
  id: "analyzeLyapunov",
  path: "/api/lyapunov",
  summary: "Lyapunov Analysis",
  description:
    "The largest Lyapunov exponent of the closes, its interpretation, and behavioral metrics, from a CSV file with Close, High and Low columns.",
  response: v.object({
    lyapunov_exponent: figure,
    interpretation: v.string(),
    behavioral_metrics: v.object({ loss_aversion: figure, price_efficiency: figure, volatility_clustering: figure }),
    trading_suggestions: v.optional(v.array(v.string())),
    plot: v.optional(v.pipe(v.string(), v.description("Base64 PNG; returned by remote hosts only"))),
  }),
  answer: answered((services, ...upload) => services.ask("lyapunov", ...upload)),
});
