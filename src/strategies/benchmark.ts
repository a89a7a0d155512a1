import { type Outcome, type Series, succeed } from "../../workers/contract";
import { workspace } from "../state/workspace";

/** The series something is compared with, loaded from this device; null where none is chosen, or where it is no longer there. */
export async function loadBenchmark(wanted: string | null, own: string | null): Promise<Outcome<Series | null>> {
  const known = wanted !== null && wanted !== own && workspace.read().datasets.some(({ hash }) => hash === wanted);
  return known ? workspace.load(wanted) : succeed(null);
}

/** Job input for it. */
export const benchmarkOf = (benchmark: Series | null) =>
  benchmark && { times: benchmark.times, values: benchmark.columns[benchmark.primary].values };
