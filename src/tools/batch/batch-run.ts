import { knownUnits } from "../../../workers/analyzed-column";
import type { Given } from "../../../workers/batch/given";
import type { ListedSource } from "../../../workers/batch/jobs/list-sources";
import type { Millis, Series } from "../../../workers/contract";
import type { Part } from "./answer-all";
import type { Files, Ways } from "./chosen-files";
import type { Row } from "./figures";
import type { BatchInputs, BatchQuestion } from "./settings";

/** Job and data of a run, in the same format as the command's plan. */
export interface Plan {
  data: string[];
  question: BatchQuestion;
  /** Complete settings, including defaults. */
  settings: Record<string, unknown>;
  column: string | null;
}

/** A series with a result, or the reason why there is none. */
export interface BatchRow {
  place: number;
  row: Row;
  outline: Float64Array;
}

/** Source of the series. */
export interface BatchData {
  name: string;
  /** A dataset with one column per series; null if they are in files. */
  series: Series | null;
  /** Files by name; lost after a reload. */
  files: Files;
  /** File handles that survive a reload, and an identifying mark of each file. */
  ways: Ways;
  marks: Readonly<Record<string, string>>;
  /** Whether they are in a host's folder. */
  there: boolean;
}

/** A run over many series, complete or not. */
export interface BatchRun {
  /** Id under which the run is stored. */
  id: string;
  plan: Plan;
  inputs: BatchInputs;
  data: BatchData;
  sources: readonly ListedSource[];
  /** The finished ones, in the order of the data. */
  rows: readonly BatchRow[];
  failed: number;
  /** All cells of all rows, in parts. */
  parts: readonly Part[];
  /** Digest of all results once complete: equal digests mean the same bits, here and by the command. */
  digest: string | null;
  /** Computing time, without pauses. */
  millis: Millis;
  at: Millis;
  /** Whether another tab was working on it when it was loaded, or has finished it since. */
  elsewhere?: boolean;
  /** Whether the device refused to store some of it. */
  refused?: boolean;
}

export const isComplete = ({ rows, sources }: BatchRun): boolean => rows.length === sources.length;

/** Start time, its id in the list of runs; undefined for an incomplete one. */
export const startOf = ({ at, millis, digest }: BatchRun): Millis | undefined => (digest === null ? undefined : at - millis);

/** Rows as in the files, in the order of the data. */
export const textsOf = ({ parts }: Pick<BatchRun, "parts">): string[] =>
  [...parts].sort((a, b) => a.places[0] - b.places[0]).map(({ text }) => text);

/** The table rows of a part. */
export const rowsOf = ({ places, rows, outlines }: Part): BatchRow[] =>
  places.map((place, k) => ({ place, row: rows[k], outline: outlines[k] }));

/** The data needed to read some series: their columns of a dataset, or the files that contain them. */
export function givenOf({ series, files }: BatchData, asked: readonly ListedSource[]): Given {
  if (!series) return { table: null, files: Object.fromEntries(asked.map(({ source: { from } }) => [from, files[from]])) };
  const { hash, name, length, times, columns, primary, quality } = series;
  const table = { hash, name, length, times };
  if (asked.some(({ source }) => source.kind !== "column"))
    return {
      table: { ...table, columns, primary, quality: knownUnits(quality, new Set(columns.map((column) => column.name))) },
      files: {},
    };
  const names = new Set(asked.map((one) => one.name));
  const own = columns.filter((column) => names.has(column.name));
  return { table: { ...table, columns: own, primary: 0, quality: knownUnits(quality, names) }, files: {} };
}

/** What is wrong with files chosen again; null if they are those the run was started with. */
export function otherFile({ sources, data: { marks } }: BatchRun, now: Readonly<Record<string, string>>): string | null {
  const names = new Set(sources.map(({ source }) => source.from));
  const other = [...names].find((name) => marks[name] !== now[name]);
  return other === undefined ? null : `${other} is not the file the batch was started with.`;
}

/** Whether all data of a run are available: files must be chosen again after a reload. */
export const canResume = ({ data: { series, files, there }, sources }: BatchRun): boolean =>
  there || series !== null || sources.every(({ source }) => source.from in files);
