import { type Question, questions, type Source } from "../../batch";
import { findSources } from "../data/find-sources";
import type { Plan } from "./plan";

/** The sources of each answer of a plan, in the order of the data. */
export async function tasksOf({ data, question, column }: Plan, output: string): Promise<Source[][]> {
  const { of }: Question = questions[question];
  const sources = await findSources(data, column, output);
  return of === "assets" ? [sources] : sources.map((source) => [source]);
}
