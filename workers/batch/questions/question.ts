import type * as v from "valibot";
import type { Outcome, Series } from "../../contract";

import type { JobContext } from "../../runtime/job";
import { type AskedJobs, askedJobs } from "./asked-jobs";

type JobName = keyof AskedJobs;
type InputOf<Name extends JobName> = Parameters<AskedJobs[Name]>[0];
type ValueOf<Name extends JobName> = Extract<Awaited<ReturnType<AskedJobs[Name]>>, { ok: true }>["value"];

/** A series as a question needs it: what was read of it; of a text with the report of its reading. */
export type Numbers = Pick<Series, "hash" | "name" | "length" | "times" | "columns" | "primary"> & {
  /** What reading found, as far as it is at hand. */
  quality?: Partial<Series["quality"]>;
};

/** What one answer is about: each series, all of them together, or each file as it is. */
export interface Subjects {
  series: Numbers;
  assets: Numbers[];
  file: { name: string; blob: Blob };
}
export type Subject = keyof Subjects;

interface Asked<Of extends Subject, Name extends JobName, Schema extends v.GenericSchema> {
  /** What it does, in a line of the help. */
  about: string;
  of: Of;
  job: Name;
  /** All it can be told; options, plans and help read this. */
  settings: Schema;
  /** The job's input, or why there is none. */
  input(subject: Subjects[Of], settings: v.InferOutput<Schema>): Outcome<InputOf<Name>>;
  /** What goes into the row besides the figures of the answer. */
  cells?(value: ValueOf<Name>): Record<string, number>;
}

/** A job as it is asked by the command: its settings, and how a series becomes its input. */
export interface Question {
  about: string;
  of: Subject;
  job: string;
  settings: v.GenericSchema;
  /** What the job is given. */
  input(subject: Subjects[Subject], settings: unknown): Outcome<unknown>;
  ask(subject: Subjects[Subject], settings: unknown, context: JobContext): Promise<Outcome<unknown>>;
  cells(value: unknown): Record<string, number>;
}

/** A line of the table of questions. What the job of this name is given and returns is checked here, where the types are known. */
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
