import { appVersion, kernelDigest } from "virtual:build-facts";
import type { jobs as apiJobs } from "../../workers/api";
import { because, type Cause, type Count, fail, failBecause, type Outcome, type Series, said, succeed } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import type { jobs as storageJobs } from "../../workers/storage";
import type { ValueDigest } from "../../workers/storage/value-digest";
import type { JobInput, Pool, RunOptions } from "../client/pool";
import { recencyOf } from "./newest";
import type { Kept, Records } from "./records";
import { KEPT_OF_TOOL, KEPT_RUNS, type RunBody } from "./run-body";
import { draftOf } from "./run-draft";
import { Obstacle, readInput, referredSeries } from "./run-input";
import type { RunToRecord } from "./run-to-record";

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
  /** Every bit of the result is the same, wall-clock times omitted. */
  same: boolean;
  /** Fields of the result that are not: "fit.volatility". */
  differs: string[];
  /** What was computed with then, where it is not what this app has: "app 0.1.0, kernels 12ab…". */
  computedWith: string | null;
}

/** Nobody waits for it, and it does not count as a job of the user's. */
const BEHIND = { priority: "batch", cache: false, unlisted: true } as const;

/** What changes or reads the device is no question of a tool. A run that came in a stranger's backup may name anything. */
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

/** Whether it can be asked again. */
const isQuestion = ({ job, input }: RunBody): boolean => input !== null && !Object.hasOwn(OF_THE_DEVICE, job);

/** Writes down runs, repeats them, and forgets the oldest that are not pinned. One thing at a time, so that the list stays true. */
export class RunBook {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: RunBookOptions) {}

  /** Writes down a finished run. The same question asked again is the same run, at a later time. */
  record(run: RunToRecord): Promise<Kept<RunBody> | null> {
    return this.inTurn(() => this.write(run));
  }

  /** Runs again, from the numbers, whatever is cached. */
  async rerun(asked: RunBody, options: Pick<RunOptions, "signal" | "onProgress"> = {}): Promise<Outcome<Verdict>> {
    const { pool } = this.options;
    const run = await this.written(asked);
    if (!isQuestion(run) || run.digest === null) return failBecause("bad-input", obstacleOf(run));
    const outcome = await this.answer(run, { ...options, cache: false });
    if (!outcome.ok) return outcome;
    const digested = await pool.run("digest-value", { value: outcome.value }, { ...BEHIND, signal: options.signal });
    return digested.ok ? succeed(compare(run, digested.value)) : digested;
  }

  /** A run by its screen and the time it began, once what was recorded is written down; null where it is not on the list. */
  async find(screen: string, startedAt: number): Promise<RunBody | null> {
    await this.options.records.open();
    await this.last;
    return this.options.records.read().records.find(({ body }) => body.screen === screen && body.startedAt === startedAt)?.body ?? null;
  }

  /** The result of a run: its question is asked again, of the same numbers. @param load of datasets, where not the workspace's */
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
      if (error instanceof Obstacle) return failBecause("bad-input", said(error.message));
      throw error;
    }
  }

  /**
   * Takes in a run whose page went before it was written down: at once, and with a digest once its question has been answered again.
   * @param id of the entry, so that a run that is taken in twice is one
   * @param onKept hears once the device has it
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

  /** The result of a run; null where another version would have to make it, or it cannot be made again. */
  private async answerAgain(run: RunBody): Promise<unknown> {
    if (!isQuestion(run) || !isOfThisBuild(run)) return null;
    const series = await this.seriesOf(run);
    if (!series.ok) return null;
    const outcome = await this.options.pool.run(...questionOf(run, series.value), BEHIND);
    return outcome.ok ? outcome.value : null;
  }

  /** A run that was taken in a moment ago, once its digest is there. */
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

  /** The series the input refers to, by hash: from the workspace, or read again from what was typed. */
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

/** The job and its input, as they were written by this app: a job that no longer takes them says so in its outcome. */
const questionOf = ({ job, input }: RunBody, series: ReadonlyMap<string, Series>): ["fit-garch", JobInput<Jobs, "fit-garch">] => [
  job as "fit-garch",
  readInput(input ?? "null", series) as JobInput<Jobs, "fit-garch">,
];

const isOfThisBuild = ({ kernels, app }: RunBody): boolean => kernels === kernelDigest && app === appVersion;

/** Why a run cannot be repeated, in the words it was written down with. */
const obstacleOf = (run: RunBody): Cause => {
  if (run.input !== null && !isQuestion(run)) return because("storage/runForeign");
  return run.obstacle === null ? because("storage/runNoDigest") : said(run.obstacle);
};

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
  return {
    same: run.digest === now.digest,
    differs: paths.filter((path) => before.get(path) !== after.get(path)),
    computedWith: isOfThisBuild(run) ? null : `app ${run.app}, kernels ${run.kernels.slice(0, 8)}`,
  };
}
