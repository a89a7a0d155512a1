import type { Question } from "./question";
import { curiosity, factors, garch, lyapunov, regimes, risk, structure } from "./series-questions";
import { backtest, optimize, sweep, validate } from "./strategy-questions";
import { convert, portfolio } from "./whole-questions";

export { choose } from "./columns";
export type { Numbers, Question, Subjects } from "./question";

/** The command's questions, one line each. Options, help and plans are derived from their settings. */
export const questions = {
  garch,
  regimes,
  lyapunov,
  curiosity,
  structure,
  risk,
  factors,
  backtest,
  sweep,
  optimize,
  validate,
  portfolio,
  convert,
} satisfies Record<string, Question>;

export type QuestionName = keyof typeof questions;
export const QUESTION_NAMES = Object.keys(questions) as QuestionName[];
