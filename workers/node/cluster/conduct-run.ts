import { createHash } from "node:crypto";
import { type Job, type Queue, UnrecoverableError, WaitingChildrenError } from "bullmq";
import { UsageError } from "../command/usage-error";
import { settlePlan } from "../run/plan";
import type { RunSummary } from "../run/run-plan";
import { tasksOf } from "../run/tasks";
import type { Thread } from "../run/thread";
import { contentHash } from "./content-hash";
import { linesOf, measure, partSizes } from "./cut-run";
import { holdFile, holdNamed, holdOutput } from "./hold-inside";
import { joinRun, type SetAside } from "./join-run";
import { givenUp, KEPT_PARTS, type PartEntry, partId, type RunEntry, retries } from "./queues";
import { beginRun, endRun, isCut, keepParts, keepRows, partsOf, readPart, readRows } from "./run-folder";

/** Parts queued at once. */
const BULK = 500;
/** Longer lists of parts that were set aside are only in the results. */
const MAX_SET_ASIDE = 100;

/** How a run ended. */
export interface RunEnd extends RunSummary {
  listed: string[];
  setAside: SetAside[];
}

type Planned = NonNullable<RunEntry["planned"]>;

interface Conducting {
  parts: Queue<PartEntry>;
  thread: Thread;
  /** Lends all idle threads that answer parts. */
  borrow<Value>(work: (threads: readonly Thread[]) => Promise<Value>): Promise<Value>;
}

/** The folder of a run, named by the run and the current state of its files. */
async function planRun(job: Job<RunEntry>, thread: Thread): Promise<Planned> {
  const { output, part } = job.data;
  const plan = settlePlan(job.data.plan);
  for (const given of plan.data) holdNamed(given);
  const tasks = await tasksOf(plan, output);
  const hashes = new Map<string, string>();
  for (const { from } of tasks.flat()) {
    if (hashes.has(from)) continue;
    await holdFile(from);
    hashes.set(from, (await contentHash(from)) ?? "");
  }
  const content = createHash("sha256")
    .update(JSON.stringify([...hashes]))
    .digest("hex");
  const run = `${job.id}-${content.slice(0, 16)}`;
  if (!(await isCut(run))) {
    await beginRun(run, plan);
    const measured = await measure(tasks, plan, part, thread);
    await keepParts(run, linesOf(run, tasks, partSizes(tasks.length, measured, part), hashes));
    // The tasks answered for the measurement are the first part, unless another worker has split the run before.
    for await (const first of partsOf(run)) {
      if ((await readPart(first)).tasks.length === measured.answers.length) await keepRows(first, measured.answers);
      break;
    }
  }
  let parts = 0;
  for await (const _ of partsOf(run)) parts++;
  return { run, parts, series: tasks.length };
}

/** Queues the parts of a run that have no results yet. */
async function queueParts(
  entries: AsyncIterable<PartEntry> | Iterable<PartEntry>,
  job: Job<RunEntry>,
  parts: Queue<PartEntry>,
): Promise<void> {
  let bulk: PartEntry[] = [];
  const parent = { id: String(job.id), queue: job.queueQualifiedName };
  const queue = async () => {
    const opts = { ...retries(job.data.attempts), ...KEPT_PARTS, parent, ignoreDependencyOnFailure: true };
    await parts.addBulk(bulk.map((data) => ({ name: "part", data, opts: { ...opts, jobId: partId(data) } })));
    bulk = [];
  };
  for await (const entry of entries) {
    bulk.push(entry);
    if (bulk.length === BULK) await queue();
  }
  if (bulk.length > 0) await queue();
}

async function* unanswered(run: string): AsyncGenerator<PartEntry> {
  for await (const entry of partsOf(run)) if (readRows(entry) === null) yield entry;
}

/** Reasons for parts that were given up, by their digests. */
async function reasonsOf(job: Job<RunEntry>, run: string): Promise<Record<string, string>> {
  const failures = await job.getIgnoredChildrenFailures();
  const byId = new Map(Object.entries(failures).map(([key, reason]) => [key.split(":").at(-1) ?? "", reason]));
  const reasons: Record<string, string> = {};
  if (byId.size === 0) return reasons;
  for await (const entry of partsOf(run)) {
    const reason = byId.get(partId(entry));
    if (reason !== undefined) reasons[entry.digest] = givenUp(reason, "answered this part");
  }
  return reasons;
}

/**
 * Conducts a run: splits it into parts, queues them and, once all are answered or given up, joins the results. Every step is idempotent:
 * results of an earlier attempt are reused.
 */
export async function conductRun(job: Job<RunEntry>, token: string, { parts, thread, borrow }: Conducting): Promise<RunEnd> {
  const { output } = job.data;
  if (job.data.canceled) throw new UnrecoverableError("The run was canceled.");
  if (job.data.joined) return job.data.joined as RunEnd;
  thread.begin();
  try {
    // The entry comes from Redis, where anyone with access may have marked it as planned.
    await holdOutput(output);
    if (job.data.planned && !job.data.planned.run.startsWith(`${job.id}-`)) throw new UsageError("The parts belong to another run.");
    if (!job.data.planned) {
      const planned = await planRun(job, thread);
      await queueParts(unanswered(planned.run), job, parts);
      await job.updateData({ ...job.data, planned });
    }
  } catch (error) {
    if (error instanceof UsageError) throw new UnrecoverableError(error.message);
    throw error;
  }
  const { run, series } = job.data.planned as Planned;
  if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
  const setAsideFor = await reasonsOf(job, run);
  const joined = await borrow((others) => joinRun({ run, output, series, setAside: setAsideFor }, [thread, ...others]));
  if (Array.isArray(joined)) {
    await queueParts(joined, job, parts);
    if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
    throw new Error("Results of some parts are missing from the data folder.");
  }
  const { listed, setAside, ...totals } = joined;
  const seconds = (Date.now() - job.timestamp) / 1000;
  const lists = { listed, setAside: setAside.slice(0, MAX_SET_ASIDE) };
  const end: RunEnd = { finished: true, done: series, of: series, ...totals, seconds, ...lists };
  await job.updateData({ ...job.data, joined: end });
  await endRun(run);
  return end;
}
