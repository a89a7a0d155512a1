import { type Question, questions, type Source } from "../../batch";
import { findSources } from "../data/find-sources";
import type { Plan } from "./plan";

/**
 * The sources of each answer of a plan, in the order of the data.
 * @param onFiles called with the possible number of answers before files with many series are opened: null if it is only known afterwards
 * @throws the reason of `signal` once that is aborted
 */
export async function tasksOf(
  { data, question, column }: Plan,
  output: string,
  onFiles?: (answers: number | null) => void,
  signal?: AbortSignal,
): Promise<Source[][]> {
  const { of }: Question = questions[question];
  const sources = await findSources(data, column, output, (files) => onFiles?.(of === "assets" ? 1 : files), signal);
  return of === "assets" ? [sources] : sources.map((source) => [source]);
}
