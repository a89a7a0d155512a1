import { setTimeout as wait } from "node:timers/promises";
import { type Job, Queue } from "bullmq";
import { UsageError } from "../command/usage-error";
import { digestOf, type Plan, planText } from "../run/plan";
import { ProgressLine } from "../run/progress";
import { VERSIONS } from "../run/results";
import type { RunEnd } from "./conduct-run";
import { FEW_EVENTS, givenUp, KEPT_RUNS, opened, QUEUES, type RunEntry, retries } from "./queues";
import { openRedis } from "./redis";

interface DriveOptions {
  redis: string;
  output: string;
  /** Attempts per part before it is given up. */
  attempts: number;
  /** Minimum duration of a part in seconds. */
  part: number;
  say(words: string): void;
  signal: AbortSignal;
}

const LOOK = 250;
/** Time without a worker after which this is reported. */
const NOBODY_AFTER = 5000;

/** The same plan with the same output is the same run, whoever starts it. */
const idOf = (plan: Plan, output: string): string => digestOf(planText(plan), output, VERSIONS).slice(0, 32);

/** Progress of a run, in series. */
async function progressOf(job: Job<RunEntry>): Promise<{ done: number; of: number; failed: number }> {
  const { planned } = job.data;
  if (!planned) return { done: 0, of: 0, failed: 0 };
  const { unprocessed = 0, ignored = 0 } = await job.getDependenciesCount({ unprocessed: true, ignored: true });
  const share = planned.parts === 0 ? 1 : (planned.parts - unprocessed) / planned.parts;
  return { done: share * planned.series, of: planned.series, failed: ignored };
}

/** Opens the queue of runs for an operation. */
async function onRuns<Value>(
  url: string,
  say: (words: string) => void,
  work: (queue: Queue<RunEntry, RunEnd>) => Promise<Value>,
): Promise<Value> {
  const redis = await openRedis(url, say);
  const queue = new Queue<RunEntry, RunEnd>(QUEUES.runs, { ...opened(redis), streams: FEW_EVENTS });
  queue.on("error", () => undefined);
  try {
    return await work(queue);
  } finally {
    await queue.close();
    redis.disconnect();
  }
}

/** Cancels a run: current parts are finished, and their answers are reused if the same run is started again. */
export async function cancelRun(plan: Plan, { redis, output, say }: Pick<DriveOptions, "redis" | "output" | "say">): Promise<void> {
  await onRuns(redis, say, async (queue) => {
    const id = idOf(plan, output);
    for (let marked = false; ; ) {
      const state = await queue.getJobState(id);
      const job = await queue.getJob(id);
      if (!job || state === "completed" || state === "failed") {
        // A worker has given it up, and its watchers have been notified.
        if (marked) return;
        throw new UsageError("No such run is in progress.");
      }
      // While it is being planned or joined, its worker records the state.
      if (state !== "active") {
        await job.updateData({ ...job.data, canceled: true });
        marked = true;
        await job.removeUnprocessedChildren();
        const { unprocessed = 0 } = await job.getDependenciesCount({ unprocessed: true });
        if (unprocessed === 0) {
          // Its watchers must learn why it ended: a worker gives it up, as one may be doing now.
          await job.remove().catch(() => undefined);
          await queue.add("run", { ...job.data, canceled: true }, { jobId: id, ...KEPT_RUNS });
          const last = await queue.getJob(id);
          if (!last || last.data.canceled) return;
        }
      }
      await wait(LOOK);
    }
  });
}

/**
 * Has workers run a plan, and waits for its end. If it is already running, whoever started it, it is only watched; stopping here does not
 * stop it.
 * @returns how it ended, or its progress if the watch was stopped
 */
export const driveRun = (plan: Plan, options: DriveOptions): Promise<RunEnd> =>
  onRuns(options.redis, options.say, (queue) => watchRun(plan, options, queue));

async function watchRun(
  plan: Plan,
  { output, attempts, part, say, signal }: DriveOptions,
  queue: Queue<RunEntry, RunEnd>,
): Promise<RunEnd> {
  const began = performance.now();
  const id = idOf(plan, output);
  const entry = { plan: JSON.parse(planText(plan)) as unknown, output, attempts, part };
  const ask = () => queue.add("run", entry, { jobId: id, ...retries(attempts), ...KEPT_RUNS });
  let line: ProgressLine | null = null;
  let hasWarned = false;
  try {
    const known = await queue.getJob(id);
    if (known && (await known.isFailed())) await known.remove();
    await ask();
    for (;;) {
      const state = await queue.getJobState(id);
      const job = await queue.getJob(id);
      // Redis was restarted and lost the run: existing results are found again.
      if (!job) await ask();
      if (job && state === "completed") {
        await job.remove();
        return job.returnvalue;
      }
      if (job && state === "failed") {
        await job.remove();
        throw new UsageError(givenUp(job.failedReason, "planned or joined this run"));
      }
      const { done, of, failed } = job ? await progressOf(job) : { done: 0, of: 0, failed: 0 };
      if (signal.aborted) {
        const seconds = (performance.now() - began) / 1000;
        return { finished: false, done: Math.floor(done), of, failed: 0, digest: "", seconds, listed: [], setAside: [] };
      }
      if (of > 0) {
        line ??= new ProgressLine(process.stderr, done, of);
        line.show(done, failed);
      } else if (!hasWarned && performance.now() - began > NOBODY_AFTER && (await queue.getWorkersCount()) === 0) {
        say("No worker of this version is connected: the run is waiting for one.");
        hasWarned = true;
      }
      await wait(LOOK, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    line?.clear();
  }
}
