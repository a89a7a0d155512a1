import { toldUnits } from "../../../workers/analyzed-column";
import type { Given } from "../../../workers/batch/given";
import type { ListedSource } from "../../../workers/batch/jobs/list-sources";
import type { Millis, Series } from "../../../workers/contract";
import type { Part } from "./answer-all";
import type { Files, Ways } from "./chosen-files";
import type { Row } from "./figures";
import type { BatchInputs, BatchQuestion } from "./settings";

/** What is asked of which data: the plan the command runs as well. */
export interface Plan {
  data: string[];
  question: BatchQuestion;
  /** All of them, defaults too. */
  settings: Record<string, unknown>;
  column: string | null;
}

/** A series that has been answered, or could not be. */
export interface BatchRow {
  place: number;
  row: Row;
  outline: Float64Array;
}

/** What the series are in. */
export interface BatchData {
  name: string;
  /** A dataset with a column per series; null where they are in files. */
  series: Series | null;
  /** Files by their names, which a page no longer has after a reload. */
  files: Files;
  /** Ways to them that a reload leaves, and a mark of what each file was. */
  ways: Ways;
  marks: Readonly<Record<string, string>>;
  /** Whether they are in the folder of a host. */
  there: boolean;
}

/** A run over many series, as far as it has come. */
export interface BatchRun {
  /** Tells what is kept of it from what is kept of another. */
  id: string;
  plan: Plan;
  inputs: BatchInputs;
  data: BatchData;
  sources: readonly ListedSource[];
  /** Those that are done, in the order of the data. */
  rows: readonly BatchRow[];
  failed: number;
  /** All cells of all rows, in parts. */
  parts: readonly Part[];
  /** Of all answers, once they are there: equal digests mean the same bits, here and by the command. */
  digest: string | null;
  /** Spent on it, pauses omitted. */
  millis: Millis;
  at: Millis;
  /** Whether another tab was working on it when it was read, or has finished it since. */
  elsewhere?: boolean;
}

export const isComplete = ({ rows, sources }: BatchRun): boolean => rows.length === sources.length;

/** When it began, by which the list of runs knows it; undefined of one that is not whole. */
export const startOf = ({ at, millis, digest }: BatchRun): Millis | undefined => (digest === null ? undefined : at - millis);

/** Rows as the files have them, in the order of the data. */
export const textsOf = ({ parts }: Pick<BatchRun, "parts">): string[] =>
  [...parts].sort((a, b) => a.places[0] - b.places[0]).map(({ text }) => text);

/** The row of a part in the table. */
export const rowsOf = ({ places, rows, outlines }: Part): BatchRow[] =>
  places.map((place, k) => ({ place, row: rows[k], outline: outlines[k] }));

/** What has to be handed over so that some series can be read: of a dataset only their columns, of files those they are in. */
export function givenOf({ series, files }: BatchData, asked: readonly ListedSource[]): Given {
  if (!series) return { table: null, files: Object.fromEntries(asked.map(({ source: { from } }) => [from, files[from]])) };
  const { hash, name, length, times, columns, primary, quality } = series;
  const table = { hash, name, length, times };
  if (asked.some(({ source }) => source.kind !== "column"))
    return { table: { ...table, columns, primary, quality: toldUnits(quality, new Set(columns.map((column) => column.name))) }, files: {} };
  const names = new Set(asked.map((one) => one.name));
  const own = columns.filter((column) => names.has(column.name));
  return { table: { ...table, columns: own, primary: 0, quality: toldUnits(quality, names) }, files: {} };
}

/** What is wrong with files that have been given again; null where they are those the run was started with. */
export function otherFile({ sources, data: { marks } }: BatchRun, now: Readonly<Record<string, string>>): string | null {
  const names = new Set(sources.map(({ source }) => source.from));
  const other = [...names].find((name) => marks[name] !== now[name]);
  return other === undefined ? null : `${other} is not the file the batch was started with.`;
}

/** Whether everything a run is about is at hand: files have to be chosen again after a reload. */
export const canGoOn = ({ data: { series, files, there }, sources }: BatchRun): boolean =>
  there || series !== null || sources.every(({ source }) => source.from in files);
