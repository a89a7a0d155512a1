import { type ApiQuestion, answerQuestion } from "../../api";
import type { Outcome } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { FolderSource } from "./folder-source";

const folders = new Map<string, FolderSource>();

/** The series of a folder, cached per thread. */
export function folderSource(folder: string): FolderSource {
  const known = folders.get(folder) ?? new FolderSource(folder);
  folders.set(folder, known);
  return known;
}

/** Answers an API operation about the series in a host's folder. */
export function answerHost({ folder, ...question }: ApiQuestion & { folder: string }, context: JobContext): Promise<Outcome<unknown>> {
  return answerQuestion(question, context, folderSource(folder));
}
