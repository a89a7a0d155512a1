import { appVersion, kernelDigest } from "virtual:build-facts";
import type { jobs as apiJobs } from "../../workers/api";
import { because, type Cause, type Count, fail, failBecause, type Outcome, type Series, succeed, verbatim } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import type { jobs as storageJobs } from "../../workers/storage";
import type { ValueDigest } from "../../workers/storage/value-digest";
import type { JobInput, Pool, RunOptions } from "../client/pool";
import { recencyOf } from "./newest";
import type { Kept, Records } from "./records";
import { KEPT_OF_TOOL, KEPT_RUNS, type RunBody } from "./run-body";
import { draftOf } from "./run-draft";
import { readInput, referredSeries, SerializationError } from "./run-input";
import type { RunToRecord } from "./run-to-record";

interface RunBookOptions {
  records: Records<RunBody>;
  pool: Pool<Jobs>;
  /** A dataset of the workspace with its numbers. */
  load: (hash: string, options: Pick<RunOptions, "signal">) => Promise<Outcome<Series>>;
  /** Maximum number of unpinned runs. */
  most?: number;
}

/** Comparison of a repeated run with the stored one. */
export interface Verdict {
  /** The result is the same bit for bit, ignoring wall-clock times. */
  same: boolean;
  /** Paths of differing fields: "fit.volatility". */
  differs: string[];
  /** Versions it was computed with, if not the current ones: "app 0.1.0, kernels 12ab…". */
  computedWith: string | null;
}

/** Background work that does not count as a job of the user. */
const BEHIND = { priority: "batch", cache: false, unlisted: true } as const;

/** Jobs that read or change the device are not repeatable. A run from an untrusted backup may name any job. */
const OF_THE_DEVICE: Record<keyof typeof storageJobs | keyof typeof apiJobs, true> = {
  "allow-hosts": true,
  "answer-api": true,
  "check-data": true,
  "digest-value": true,
  "find-series-store": true,
  "forget-api-keys": true,
  "issue-api-token": true,
  "list-records": true,
  "list-series": true,
  "load-series": true,
  "make-backup": true,
  "open-sealed": true,
  "probe-database": true,
  "read-api-usage": true,
  "read-backup": true,
  "remove-record": true,
  "remove-series": true,
  "rename-series": true,
  "restore-backup": true,
  "restore-record": true,
  "restore-series": true,
  "save-record": true,
  "save-series": true,
  "seal-file": true,
};

/** Whether it can be repeated. */
const isQuestion = ({ job, input }: RunBody): boolean => input !== null && !Object.hasOwn(OF_THE_DEVICE, job);

/** Records runs, repeats them, and drops the oldest unpinned ones. Operations are serialized to keep the list consistent. */
export class RunBook {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: RunBookOptions) {}

  /** Records a finished run. The same input again updates the existing run. */
  record(run: RunToRecord): Promise<Kept<RunBody> | null> {
    return this.inTurn(() => this.write(run));
  }

  /** Repeats a run from the numbers, bypassing the cache. */
  async rerun(asked: RunBody, options: Pick<RunOptions, "signal" | "onProgress"> = {}): Promise<Outcome<Verdict>> {
    const { pool } = this.options;
    const run = await this.written(asked);
    if (!isQuestion(run) || run.digest === null) return failBecause("bad-input", obstacleOf(run));
    const outcome = await this.answer(run, { ...options, cache: false });
    if (!outcome.ok) return outcome;
    const digested = await pool.run("digest-value", { value: outcome.value }, { ...BEHIND, signal: options.signal });
    return digested.ok ? succeed(compare(run, digested.value)) : digested;
  }

  /** A run by screen and start time, after pending runs have been recorded; null if it is not in the list. */
  async find(screen: string, startedAt: number): Promise<RunBody | null> {
    await this.options.records.open();
    await this.last;
    return this.options.records.read().records.find(({ body }) => body.screen === screen && body.startedAt === startedAt)?.body ?? null;
  }

  /** The result of a run, recomputed from the same numbers. @param load loads datasets from elsewhere than the workspace */
  async answer(
    run: RunBody,
    { load, ...options }: Pick<RunOptions, "signal" | "onProgress" | "cache"> & Partial<Pick<RunBookOptions, "load">> = {},
  ): Promise<Outcome<unknown>> {
    if (!isQuestion(run)) return failBecause("bad-input", obstacleOf(run));
    const series = await this.seriesOf(run, options.signal, load);
    if (!series.ok) return series;
    try {
      return await this.options.pool.run(...questionOf(run, series.value), options);
    } catch (error) {
      if (error instanceof SerializationError) return failBecause("bad-input", verbatim(error.message));
      throw error;
    }
  }

  /**
   * Adds a run whose page was closed before it was recorded: at once, and with a digest once it has been recomputed.
   * @param id of the entry, so that a run added twice is a single one
   * @param onKept called once it is stored
   */
  adopt(id: string, draft: RunBody, onKept: () => void = () => undefined): Promise<void> {
    return this.inTurn(async () => {
      const { records } = this.options;
      await records.open();
      const found = records.find(id);
      const kept = found?.kept === "device" ? found : await records.change(id, draft);
      if (kept.kept === "device") onKept();
      await this.forget();
      const answered = await this.answerAgain(draft);
      if (answered === null) return;
      const body = await this.digested(kept.body, answered);
      const before = records.read().records.find((record) => record.id !== id && isSame(record.body, body));
      if (!before) {
        await records.change(id, body);
        return;
      }
      await records.change(before.id, { ...before.body, startedAt: Math.max(before.body.startedAt, body.startedAt) });
      await records.remove(id);
    });
  }

  private async digested(draft: RunBody, value: unknown): Promise<RunBody> {
    const digested = await this.options.pool.run("digest-value", { value }, BEHIND);
    return digested.ok ? { ...draft, digest: digested.value.digest, parts: digested.value.parts } : draft;
  }

  /** The result of a run; null if that would need another version, or it cannot be repeated. */
  private async answerAgain(run: RunBody): Promise<unknown> {
    if (!isQuestion(run) || !isOfThisBuild(run)) return null;
    const series = await this.seriesOf(run);
    if (!series.ok) return null;
    const outcome = await this.options.pool.run(...questionOf(run, series.value), BEHIND);
    return outcome.ok ? outcome.value : null;
  }

  /** A run added just now, once it has its digest. */
  private async written(run: RunBody): Promise<RunBody> {
    if (run.digest !== null || run.input === null) return run;
    await this.last;
    const { job, input, startedAt } = run;
    const isIt = ({ body }: Kept<RunBody>) => body.job === job && body.input === input && body.startedAt === startedAt;
    return this.options.records.read().records.find(isIt)?.body ?? run;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work, work);
    this.last = done.catch(() => undefined);
    return done;
  }

  private async write(run: RunToRecord): Promise<Kept<RunBody> | null> {
    const { outcome } = run;
    if (!outcome.ok) return null;
    const { records } = this.options;
    await records.open();
    const body = await this.digested(draftOf(run), outcome.value);
    const before = records.read().records.find((record) => isSame(record.body, body));
    if (before) return records.change(before.id, { ...before.body, startedAt: body.startedAt });
    const kept = await records.add(body);
    await this.forget();
    return kept;
  }

  /** The series the input refers to, by hash: from the workspace, or parsed again from typed text. */
  async seriesOf({ input, datasets }: RunBody, signal?: AbortSignal, load = this.options.load): Promise<Outcome<Map<string, Series>>> {
    const found = new Map<string, Series>();
    for (const hash of referredSeries(input ?? "null")) {
      const dataset = datasets.find((one) => one.hash === hash);
      const typed = dataset?.text ?? null;
      const outcome =
        typed === null
          ? await load(hash, { signal })
          : await this.options.pool.run(
              "read-series",
              { source: typed, name: dataset?.name ?? "", origin: "typed" },
              { signal, cache: false },
            );
      if (!outcome.ok) return outcome;
      if (outcome.value.hash !== hash) return fail("bad-input", "storage/runDataChanged");
      found.set(hash, outcome.value);
    }
    return succeed(found);
  }

  private async forget(): Promise<void> {
    const { records, most = KEPT_RUNS } = this.options;
    const unpinned = records.read().records.filter(({ body }) => !body.pinned);
    const now = Date.now();
    const recency = ({ body }: Kept<RunBody>) => recencyOf(body.startedAt, now);
    const newest = unpinned.sort((a, b) => recency(b) - recency(a));
    const counts = new Map<string, Count>();
    const placed = newest.map((run) => {
      const place = counts.get(run.body.screen) ?? 0;
      counts.set(run.body.screen, place + 1);
      return { ...run, isSpare: place >= KEPT_OF_TOOL };
    });
    const order = [...placed.filter(({ isSpare }) => !isSpare), ...placed.filter(({ isSpare }) => isSpare)];
    for (const { id } of order.slice(most)) await records.remove(id);
  }
}

/** The job and input as written by this app: a job that no longer accepts them reports so in its outcome. */
const questionOf = ({ job, input }: RunBody, series: ReadonlyMap<string, Series>): ["fit-garch", JobInput<Jobs, "fit-garch">] => [
  job as "fit-garch",
  readInput(input ?? "null", series) as JobInput<Jobs, "fit-garch">,
];

const isOfThisBuild = ({ kernels, app }: RunBody): boolean => kernels === kernelDigest && app === appVersion;

/** Why a run cannot be repeated, as recorded. */
const obstacleOf = (run: RunBody): Cause => {
  if (run.input !== null && !isQuestion(run)) return because("storage/runForeign");
  return run.obstacle === null ? because("storage/runNoDigest") : verbatim(run.obstacle);
};

/** Same input and same result. */
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
  return {
    same: run.digest === now.digest,
    differs: paths.filter((path) => before.get(path) !== after.get(path)),
    computedWith: isOfThisBuild(run) ? null : `app ${run.app}, kernels ${run.kernels.slice(0, 8)}`,
  };
}
