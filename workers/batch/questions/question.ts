import type * as v from "valibot";
import type { Outcome, Series } from "../../contract";

import type { JobContext } from "../../runtime/job";
import { type AskedJobs, askedJobs } from "./asked-jobs";

type JobName = keyof AskedJobs;
type InputOf<Name extends JobName> = Parameters<AskedJobs[Name]>[0];
type ValueOf<Name extends JobName> = Extract<Awaited<ReturnType<AskedJobs[Name]>>, { ok: true }>["value"];

/** The input of a question: the columns of a series, and for a text also the quality report. */
export type Numbers = Pick<Series, "hash" | "name" | "length" | "times" | "columns" | "primary"> & {
  /** Findings of the reader, if available. */
  quality?: Partial<Series["quality"]>;
};

/** The subject of one answer: a series, all series together, or a file as it is. */
export interface Subjects {
  series: Numbers;
  assets: Numbers[];
  file: { name: string; blob: Blob };
}
type Subject = keyof Subjects;

interface Asked<Of extends Subject, Name extends JobName, Schema extends v.GenericSchema> {
  /** One-line description for the help. */
  about: string;
  of: Of;
  job: Name;
  /** All settings; options, plans and help are derived from these. */
  settings: Schema;
  /** The job's input, or a failure. */
  input(subject: Subjects[Of], settings: v.InferOutput<Schema>): Outcome<InputOf<Name>>;
  /** Cells of the row besides the figures of the answer. */
  cells?(value: ValueOf<Name>): Record<string, number>;
}

/** A job as a question of the command: its settings, and how a series becomes its input. */
export interface Question {
  about: string;
  of: Subject;
  job: string;
  settings: v.GenericSchema;
  /** The job's input. */
  input(subject: Subjects[Subject], settings: unknown): Outcome<unknown>;
  ask(subject: Subjects[Subject], settings: unknown, context: JobContext): Promise<Outcome<unknown>>;
  cells(value: unknown): Record<string, number>;
}

/** An entry of the table of questions. The job's input and result types are checked here, where they are known. */
export function question<Of extends Subject, Name extends JobName, Schema extends v.GenericSchema>(
  asked: Asked<Of, Name, Schema>,
): Question {
  const { about, of, job, settings, input, cells } = asked;
  const run = askedJobs[job] as (input: InputOf<Name>, context: JobContext) => Promise<Outcome<ValueOf<Name>>>;
  return {
    about,
    of,
    job,
    settings,
    input: (subject, given) => input(subject as Subjects[Of], given as v.InferOutput<Schema>),
    async ask(subject, given, context) {
      const made = input(subject as Subjects[Of], given as v.InferOutput<Schema>);
      return made.ok ? run(made.value, context) : made;
    },
    cells: (value) => cells?.(value as ValueOf<Name>) ?? {},
  };
}
