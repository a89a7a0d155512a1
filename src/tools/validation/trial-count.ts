import { MAX_COMBINATIONS, searchEntries } from "../../../workers/backtest/search-schema";
import { readSettings } from "../../../workers/runtime/schema";
import { DISTINCT_TRIALS, type RunBody } from "../../state/run-body";
import { type Candidate, rulesKey } from "./candidates";

/** A recorded run that tried something on the same data. */
export interface CountedRun {
  id: string;
  title: string;
  startedAt: number;
  /** Configurations not tried by earlier runs. */
  trials: number;
}

export interface TrialCount {
  /** Configurations tried before that are not among the current ones. */
  earlier: number;
  runs: CountedRun[];
}

interface Written {
  strategy?: Candidate["strategy"];
  candidates?: Candidate[] | null;
  axes?: { parameter: string; values: readonly number[] | { values: readonly number[] } }[];
  /** Only for a search: its kind. */
  search?: "grid" | "random";
  trials?: unknown;
  seed?: unknown;
}

const lengthOf = (values: readonly number[] | { values: readonly number[] }): number => {
  const own = Array.isArray(values) ? values : (values as { values: unknown }).values;
  return Array.isArray(own) ? own.length : 0;
};

/** Whether a number of trials is possible: a restored record may contain anything. */
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_COMBINATIONS;

/** A strategy without the varied parameters: a grid is the same whatever its center. */
function without(strategy: Candidate["strategy"], axes: readonly { parameter: string }[]): Candidate["strategy"] {
  const kept = (values: object = {}) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !axes.some((axis) => axis.parameter === key)));
  return { ...strategy, parameters: kept(strategy.parameters), behavioralFactors: kept(strategy.behavioralFactors) };
}

/** What a run has tried: individual sets of rules, or the identity and size of a search. */
function triedIn({ job, input, figures }: RunBody): { keys: string[]; search: { key: string; size: number } | null } {
  const { strategy, candidates, axes, search, trials, seed } = JSON.parse(input ?? "{}") as Written;
  const figure = (name: string) => figures.find(({ label }) => label === name)?.value;
  if (job === "run-backtest" && strategy) return { keys: [rulesKey(strategy)], search: null };
  if (job === "validate-candidates") return { keys: (candidates ?? []).map((one) => rulesKey(one.strategy)), search: null };
  if ((job === "optimize-strategy" || job === "sweep-backtest") && strategy && axes) {
    const drawn = search === "random" ? [readSettings(searchEntries.seed, seed).settings] : [];
    const asked = drawn.length > 0 ? readSettings(searchEntries.trials, trials).settings : undefined;
    const size = [figure(DISTINCT_TRIALS), asked, axes.reduce((product, { values }) => product * lengthOf(values), 1)].find(isCount);
    return { keys: [], search: { key: JSON.stringify([rulesKey(without(strategy, axes)), axes, ...drawn]), size: size ?? 0 } };
  }
  // Other searches report their number of trials.
  const reported = figure("Trials");
  return {
    keys: [],
    search: Number.isSafeInteger(reported) && Number(reported) >= 1 ? { key: `${job} ${input}`, size: Number(reported) } : null,
  };
}

/** The same for a record that may come from an untrusted backup: an invalid one counts as no trials. */
function checkedTrials(body: RunBody): ReturnType<typeof triedIn> {
  try {
    return triedIn(body);
  } catch {
    return { keys: [], search: null };
  }
}

/**
 * Counts what recorded runs have tried on a series: every set of rules once, whichever run was first; a search with all its combinations,
 * and of repeated searches the longest.
 */
export function countTrials(runs: readonly { id: string; body: RunBody }[], hash: string, now: readonly Candidate[]): TrialCount {
  const seen = new Set(now.map(({ strategy }) => rulesKey(strategy)));
  const searches = new Map<string, number>();
  const counted: CountedRun[] = [];
  const onSeries = runs.filter(({ body }) => body.datasets.some((dataset) => dataset.hash === hash));
  for (const { id, body } of onSeries.sort((a, b) => a.body.startedAt - b.body.startedAt)) {
    const { keys, search } = checkedTrials(body);
    let trials = 0;
    for (const key of keys) {
      if (!seen.has(key)) trials++;
      seen.add(key);
    }
    if (search) {
      // The first trials of a longer random search are those of a shorter one.
      const before = searches.get(search.key) ?? 0;
      trials += Math.max(0, search.size - before);
      searches.set(search.key, Math.max(search.size, before));
    }
    if (keys.length > 0 || search) counted.push({ id, title: body.title, startedAt: body.startedAt, trials });
  }
  return { earlier: counted.reduce((sum, { trials }) => sum + trials, 0), runs: counted.reverse() };
}
