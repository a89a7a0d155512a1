import { appVersion, kernelDigest } from "virtual:build-facts";
import { fail, type Outcome, type Series, succeed } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs/index";
import { messages } from "../../workers/lib/messages";
import type { ValueDigest } from "../../workers/lib/value-digest";
import type { Pool, RunOptions } from "../client/pool";
import type { Kept, Records } from "./records";
import { KEPT_RUNS, type RunBody, type RunDataset } from "./run-body";
import { isTooLong, Obstacle, readInput, referredSeries, seedOf, writeInput } from "./run-input";
import type { RunToRecord } from "./runs";

export interface RunBookOptions {
  records: Records<RunBody>;
  pool: Pool<Jobs>;
  /** A dataset of the workspace with its numbers. */
  load: (hash: string, options: Pick<RunOptions, "signal">) => Promise<Outcome<Series>>;
  /** How many unpinned runs are kept. */
  most?: number;
}

/** How a repeated run compares with the kept one. */
export interface Verdict {
  /** Every bit of the result is the same, wall-clock times left out. */
  same: boolean;
  /** Fields of the result that are not: "fit.volatility". */
  differs: string[];
  /** What was computed with then, where it is not what this app has: "app 0.1.0, kernels 12ab…". */
  computedWith: string | null;
}

/** Nobody waits for it, and it does not count as a job of the person's. */
const BEHIND = { priority: "batch", cache: false, part: true } as const;

/** Writes down runs, repeats them, and forgets the oldest that are not pinned. One thing at a time, so that the list stays true. */
export class RunBook {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: RunBookOptions) {}

  /** Writes down a finished run. The same question asked again is the same run, at a later time. */
  record(run: RunToRecord): Promise<Kept<RunBody> | null> {
    return this.inTurn(() => this.write(run));
  }

  /** Runs again, from the numbers, whatever is cached. */
  async rerun(run: RunBody, options: Pick<RunOptions, "signal" | "onProgress"> = {}): Promise<Outcome<Verdict>> {
    const { pool } = this.options;
    if (run.input === null || run.digest === null) return fail("bad-input", run.obstacle ?? messages.runNoDigest);
    const series = await this.seriesOf(run, options.signal);
    if (!series.ok) return series;
    try {
      const input = readInput(run.input, series.value);
      // The name and the input were written by this app: a job that no longer takes them says so in its outcome.
      const outcome = await pool.run(run.job as "fit-garch", input as Parameters<Jobs["fit-garch"]>[0], { ...options, cache: false });
      if (!outcome.ok) return outcome;
      const digested = await pool.run("digest-value", { value: outcome.value }, { ...BEHIND, signal: options.signal });
      return digested.ok ? succeed(compare(run, digested.value)) : digested;
    } catch (error) {
      if (error instanceof Obstacle) return fail("bad-input", error.message);
      throw error;
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work, work);
    this.last = done.catch(() => undefined);
    return done;
  }

  private async write(run: RunToRecord): Promise<Kept<RunBody> | null> {
    const { outcome } = run;
    if (!outcome.ok) return null;
    const { records, pool } = this.options;
    await records.open();
    const known = this.known(run);
    const digested = await pool.run("digest-value", { value: outcome.value }, BEHIND);
    const value: ValueDigest | null = digested.ok ? digested.value : null;
    const body = { ...known, digest: value?.digest ?? null, parts: value?.parts ?? [] };
    const before = records.read().records.find((record) => isSame(record.body, body));
    if (before) return records.change(before.id, { ...before.body, startedAt: body.startedAt });
    const kept = await records.add(body);
    await this.forget();
    return kept;
  }

  private known(run: RunToRecord): Omit<RunBody, "digest" | "parts"> {
    const fields = Object.entries(run.data).flatMap(([field, { series, text }]) => (series ? [{ field, series, text }] : []));
    const datasets: RunDataset[] = fields.map(({ field, series, text }) => ({
      field,
      hash: series.hash,
      name: series.name,
      length: series.length,
      text: series.origin === "typed" ? text : null,
    }));
    const given = fields.map(({ series }) => series);
    const common = {
      screen: run.screen,
      title: run.title,
      job: run.job,
      datasets,
      fields: Object.keys(run.data),
      settings: JSON.stringify(run.settings),
      content: JSON.stringify(run.content ?? {}, (_, value: unknown) => (isTooLong(value) ? undefined : value)),
      seed: seedOf(run.input),
      app: appVersion,
      kernels: kernelDigest,
      startedAt: run.startedAt,
      millis: run.millis,
      figures: [...run.figures],
      pinned: false,
    };
    try {
      return { ...common, input: writeInput(run.input, given), obstacle: null };
    } catch (error) {
      if (error instanceof Obstacle) return { ...common, input: null, obstacle: error.message };
      throw error;
    }
  }

  /** The series the input refers to, by hash: from the workspace, or read again from what was typed. */
  private async seriesOf({ input, datasets }: RunBody, signal?: AbortSignal): Promise<Outcome<Map<string, Series>>> {
    const found = new Map<string, Series>();
    for (const hash of referredSeries(input ?? "null")) {
      const dataset = datasets.find((one) => one.hash === hash);
      const typed = dataset?.text ?? null;
      const outcome =
        typed === null
          ? await this.options.load(hash, { signal })
          : await this.options.pool.run(
              "read-series",
              { source: typed, name: dataset?.name ?? "", origin: "typed" },
              { signal, cache: false },
            );
      if (!outcome.ok) return outcome;
      if (outcome.value.hash !== hash) return fail("bad-input", messages.runDataChanged);
      found.set(hash, outcome.value);
    }
    return succeed(found);
  }

  private async forget(): Promise<void> {
    const { records, most = KEPT_RUNS } = this.options;
    const unpinned = records.read().records.filter(({ body }) => !body.pinned);
    const oldest = unpinned.sort((a, b) => b.body.startedAt - a.body.startedAt).slice(most);
    for (const { id } of oldest) await records.remove(id);
  }
}

/** The same question with the same answer. */
const isSame = (one: RunBody, other: RunBody): boolean =>
  one.digest !== null &&
  one.digest === other.digest &&
  one.job === other.job &&
  one.input === other.input &&
  one.input !== null &&
  one.settings === other.settings &&
  one.kernels === other.kernels;

function compare(run: RunBody, now: ValueDigest): Verdict {
  const before = new Map(run.parts.map(({ path, digest }) => [path, digest]));
  const after = new Map(now.parts.map(({ path, digest }) => [path, digest]));
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const sameBuild = run.kernels === kernelDigest && run.app === appVersion;
  return {
    same: run.digest === now.digest,
    differs: paths.filter((path) => before.get(path) !== after.get(path)),
    computedWith: sameBuild ? null : `app ${run.app}, kernels ${run.kernels.slice(0, 8)}`,
  };
}
