import { type Outcome, type Series, succeed } from "../../workers/contract";
import { workspace } from "../state/workspace";

/** The benchmark, loaded from this device; null if none is chosen, or if it no longer exists. */
export async function loadBenchmark(wanted: string | null, own: string | null): Promise<Outcome<Series | null>> {
  const known = wanted !== null && wanted !== own && workspace.read().datasets.some(({ hash }) => hash === wanted);
  return known ? workspace.load(wanted) : succeed(null);
}

/** The benchmark as job input. */
export const benchmarkOf = (benchmark: Series | null) =>
  benchmark && { times: benchmark.times, values: benchmark.columns[benchmark.primary].values };
