import { type Job, Queue } from "bullmq";
import type { Redis } from "ioredis";
import { bytes, count, fixed } from "../../format";
import type { Plan } from "../run/plan";
import { givenUp, opened, type PartEntry, QUEUES, type RunEntry } from "./queues";
import { factsOfRedis, openRedis } from "./redis";

/** Maximum number of reasons listed per run. */
const MAX_REASONS = 5;
/** Maximum number of runs listed, newest first. */
const MAX_RUNS = 50;

interface RunStatus {
  question: string;
  output: string;
  state: string;
  series: number | null;
  parts: number | null;
  answered: number | null;
  setAside: number | null;
  /** Series per second, from the start of the run until now or its end; null before its parts are known. */
  rate: number | null;
  /** Why the run failed. */
  reason: string | null;
  /** Reasons for parts that were set aside, the first ones. */
  reasons: string[];
}

/** Status of a cluster. */
export interface ClusterStatus {
  /** Names of the queues, for autoscalers: the waiting list is `prospect:<name>:wait`. */
  queues: typeof QUEUES;
  redis: { version: string; appendOnly: boolean; usedBytes: number };
  workers: { name: string; address: string }[];
  parts: Record<string, number>;
  runs: RunStatus[];
}

async function statusOfRun(job: Job<RunEntry>): Promise<RunStatus> {
  const { plan, output, planned } = job.data;
  const { unprocessed = 0, ignored = 0 } = planned ? await job.getDependenciesCount({ unprocessed: true, ignored: true }) : {};
  const state = await job.getState();
  const isWaiting = state === "waiting-children";
  const failures = ignored > 0 ? Object.values(await job.getIgnoredChildrenFailures()) : [];
  const answered = planned ? planned.parts - unprocessed - ignored : null;
  const seconds = ((job.finishedOn ?? Date.now()) - job.timestamp) / 1000;
  return {
    question: String((plan as Partial<Plan> | null)?.question),
    output,
    state: isWaiting ? "answering" : state === "active" ? (planned ? "joining" : "planning") : state,
    series: planned?.series ?? null,
    parts: planned?.parts ?? null,
    answered,
    setAside: planned ? ignored : null,
    rate: planned && answered && seconds > 0 ? (planned.series * answered) / planned.parts / seconds : null,
    reason: job.failedReason ?? null,
    reasons: [...new Set(failures)].slice(0, MAX_REASONS).map((reason) => givenUp(reason, "answered this part")),
  };
}

/** The status of the cluster of a Redis server. */
export async function readStatus(redis: Redis): Promise<ClusterStatus> {
  const options = { ...opened(redis), skipMetasUpdate: true };
  const [runs, parts] = [new Queue<RunEntry>(QUEUES.runs, options), new Queue<PartEntry>(QUEUES.parts, options)];
  try {
    const { version, appendOnly, usedBytes } = await factsOfRedis(redis);
    const workers = await parts.getWorkers();
    const jobs = await runs.getJobs(["active", "waiting", "waiting-children", "delayed", "failed", "completed"], 0, MAX_RUNS - 1);
    return {
      queues: QUEUES,
      redis: { version, appendOnly, usedBytes },
      workers: workers.map(({ rawname = "", addr = "" }) => ({ name: rawname.split(":w:").at(-1) ?? rawname, address: addr })),
      parts: await parts.getJobCounts("waiting", "active", "delayed"),
      runs: await Promise.all(jobs.map((job) => statusOfRun(job as Job<RunEntry>))),
    };
  } finally {
    await Promise.all([runs.close(), parts.close()]);
  }
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => row[k].length)));
  return rows
    .map((row) =>
      row
        .map((cell, k) => cell.padEnd(widths[k]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function tableOf({ redis, workers, parts, runs }: ClusterStatus): string {
  const figure = (value: number | null) => (value === null ? "" : count(value));
  const lines = [
    `Redis ${redis.version}, ${bytes(redis.usedBytes)}, append-only file ${redis.appendOnly ? "on" : "off"}`,
    `${workers.length} ${workers.length === 1 ? "worker" : "workers"}: ${workers.map(({ name }) => name).join(", ") || "none of this version"}`,
    `Parts: ${Object.entries(parts)
      .map(([state, number]) => `${count(number)} ${state}`)
      .join(", ")}`,
  ];
  const head = ["run", "output", "state", "series", "parts", "answered", "set aside", "series/s"];
  const rows = runs.map((run) => [
    run.question,
    run.output,
    run.state,
    ...[run.series, run.parts, run.answered, run.setAside].map(figure),
    run.rate === null ? "" : fixed(run.rate, 1),
  ]);
  const reasons = runs.flatMap(({ output, reason, reasons }) => [reason ?? [], reasons].flat().map((words) => `${output}: ${words}`));
  return `${[...lines, runs.length === 0 ? "No runs." : table([head, ...rows]), ...reasons].join("\n")}\n`;
}

/** Writes the status of a cluster, as a table or as JSON. */
export async function writeStatus(
  { redis, json }: { redis: string; json: boolean },
  write: (text: string) => void,
  say: (words: string) => void,
): Promise<void> {
  const connection = await openRedis(redis, say);
  const status = await readStatus(connection).finally(() => connection.disconnect());
  write(json ? `${JSON.stringify(status)}\n` : tableOf(status));
}
