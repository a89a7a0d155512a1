import type { Series } from "../../../workers/contract";
import { worded } from "../../analysis/setting-words/worded";

/** A column of a result that can be drawn. */
export interface RunColumn {
  /** Path in the result: "fit.volatility". */
  path: string;
  label: string;
  values: Float64Array;
  /** Dates of its rows; null if unknown. */
  times: Float64Array | null;
}

const MAX_DEPTH = 5;
const MAX_COLUMNS = 200;
/** Shorter arrays are parameters, not series. */
const MIN_ROWS = 10;
const TIMES = ["times", "dates"];
/** Uninformative parts of a column's path. */
const SAYS_NOTHING = ["columns", "series"];

interface Found {
  names: readonly string[];
  values: Float64Array;
}

/** All numeric arrays in a result, with their paths. Only objects are traversed, not arrays. */
function listsIn(value: unknown, names: readonly string[] = []): Found[] {
  if (value instanceof Float64Array) return value.length < MIN_ROWS ? [] : [{ names, values: value }];
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || names.length > MAX_DEPTH) return [];
  return Object.entries(value)
    .slice(0, MAX_COLUMNS)
    .flatMap(([name, part]) => listsIn(part, [...names, name]));
}

const isTimes = ({ names }: Found): boolean => TIMES.includes(names[names.length - 1] ?? "");

/** Dates for a number of rows: from the result itself, otherwise from its data, whose first price has no return. */
function timesOf(rows: number, own: readonly Found[], data: readonly Series[]): Float64Array | null {
  const found = own.find(({ values }) => values.length === rows);
  if (found) return found.values;
  const of = data.find(({ times, length }) => times && (length === rows || length === rows + 1));
  return of?.times?.subarray(of.length - rows) ?? null;
}

/** Main columns of results, which precede other columns of equal length. */
const LEADS = ["profit", "equity", "value", "volatility"];
const rank = ({ path }: RunColumn): number => {
  const place = LEADS.indexOf(path.split(".").at(-1) ?? "");
  return place < 0 ? LEADS.length : place;
};

/** The columns of a result, longest first. */
export function columnsOfResult(value: unknown, data: readonly Series[]): RunColumn[] {
  const found = listsIn(value);
  const times = found.filter(isTimes);
  return found
    .filter((list) => !isTimes(list))
    .map(({ names, values }) => ({
      path: names.join("."),
      label: names
        .filter((name) => !SAYS_NOTHING.includes(name))
        .map((name) => worded(name))
        .join(" · "),
      values,
      times: timesOf(values.length, times, data),
    }))
    .sort((one, other) => other.values.length - one.values.length || rank(one) - rank(other))
    .slice(0, MAX_COLUMNS);
}
