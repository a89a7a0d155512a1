import { type Count, fail, type Millis, type Outcome, type Series, succeed } from "../../contract";
import { CHUNK, type JobContext } from "../../runtime/job";

/** Two dated series with columns of the same names. */
export interface Versions {
  before: Pick<Series, "times" | "columns">;
  after: Pick<Series, "times" | "columns">;
}

/** Rows of one kind: their number, first and last date, and the first few. */
export interface RowChanges {
  count: Count;
  from: Millis | null;
  to: Millis | null;
  examples: { time: Millis; column: string; before: number | null; after: number | null }[];
}

/** Differences between a series and its newer version. */
export interface VersionChanges {
  same: Count;
  added: RowChanges;
  changed: RowChanges;
  gone: RowChanges;
}

const EXAMPLES: Count = 3;

const none = (): RowChanges => ({ count: 0, from: null, to: null, examples: [] });

function add(changes: RowChanges, time: Millis, example: () => RowChanges["examples"][number]): void {
  changes.count++;
  changes.from ??= time;
  changes.to = time;
  if (changes.examples.length < EXAMPLES) changes.examples.push(example());
}

/**
 * Walks through the dates of two versions in parallel.
 * @param meet called per date with its row in each, -1 if it is missing
 */
export function eachDate(before: Float64Array, after: Float64Array, context: JobContext, meet: (i: number, j: number) => void): void {
  let [i, j, steps] = [0, 0, 0];
  while (i < before.length || j < after.length) {
    if (steps++ % CHUNK === 0) context.checkpoint();
    const [a, b] = [before[i] ?? Number.POSITIVE_INFINITY, after[j] ?? Number.POSITIVE_INFINITY];
    meet(a <= b ? i : -1, b <= a ? j : -1);
    if (a <= b) i++;
    if (b <= a) j++;
  }
}

/** Rows added, changed and removed in a newer version, by date: linear in both. */
export function compareVersions({ before, after }: Versions, context: JobContext): Outcome<VersionChanges> {
  const paired = before.columns.map(({ name, values }) => ({
    name,
    old: values,
    new: after.columns.find((one) => one.name === name)?.values,
  }));
  if (!before.times || !after.times || paired.some((pair) => pair.new === undefined)) return fail("bad-input", "ingest/versionsDiffer");
  const [old, fresh] = [before.times, after.times];
  const changes: VersionChanges = { same: 0, added: none(), changed: none(), gone: none() };
  const [first] = paired;
  eachDate(old, fresh, context, (i, j) => {
    if (i < 0) {
      add(changes.added, fresh[j], () => ({ time: fresh[j], column: first.name, before: null, after: first.new?.[j] ?? null }));
    } else if (j < 0) {
      add(changes.gone, old[i], () => ({ time: old[i], column: first.name, before: first.old[i], after: null }));
    } else {
      const other = paired.find((pair) => !Object.is(pair.old[i], pair.new?.[j]));
      if (other)
        add(changes.changed, old[i], () => ({ time: old[i], column: other.name, before: other.old[i], after: other.new?.[j] ?? null }));
      else changes.same++;
    }
  });
  return succeed(changes);
}
