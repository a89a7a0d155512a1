import type { Count, Series } from "../../workers/contract";

/** Hashes of periods that are only looked at: no hash of numbers has this sign. */
const SIGN = ":";

/** The rows `from` to `to` of a series while a hand still moves over it: its columns lie in those of the series, and nothing is computed for it. */
export function passingPeriod(whole: Series, from: Count, to: Count): Series {
  const cut = (values: Float64Array) => values.subarray(from, to);
  return {
    ...whole,
    hash: [whole.hash, from, to].join(SIGN),
    length: to - from,
    times: whole.times && cut(whole.times),
    columns: whole.columns.map((column) => ({ ...column, values: cut(column.values) })),
    period: { of: whole.hash, name: whole.name, length: whole.length, from, to },
  };
}

/** Whether a series is a period that is only looked at: runs over it are not kept. */
export const isPassing = ({ hash }: Series): boolean => hash.includes(SIGN);
