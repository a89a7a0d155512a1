import type { Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { DatasetSource } from "../dataset-source";
import { answerCuriosity, answerLyapunov, answerMarkov } from "./analyses";
import { answerBacktest } from "./backtest";
import { answerHistorical } from "./historical";
import { answerPortfolio } from "./portfolio";
import { answerSummary } from "./summary";
import { answerVolatility } from "./volatility";

/** The questions of operations about series; each is answered where jobs run, so that no column is passed to the API. */
export const answers = {
  curiosity: answerCuriosity,
  markov: answerMarkov,
  lyapunov: answerLyapunov,
  backtest: answerBacktest,
  historical: answerHistorical,
  summary: answerSummary,
  portfolio: answerPortfolio,
  volatility: answerVolatility,
};

type Answers = typeof answers;
export type QuestionKind = keyof Answers;
export type Question<Kind extends QuestionKind> = Parameters<Answers[Kind]>[0];
export type AnswerValue<Kind extends QuestionKind> = Extract<Awaited<ReturnType<Answers[Kind]>>, { ok: true }>["value"];

/** Answers one question with the same jobs as the screens. */
export function answerQuestion({ kind, question }: ApiQuestion, context: JobContext, datasets: DatasetSource): Promise<Outcome<unknown>> {
  // TypeScript cannot relate the question's type to its kind.
  const answer: (question: never, context: JobContext, datasets: DatasetSource) => Promise<Outcome<unknown>> = answers[kind];
  return answer(question as never, context, datasets);
}

export interface ApiQuestion {
  kind: QuestionKind;
  question: unknown;
}
