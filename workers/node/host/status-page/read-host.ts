import type { Count, Millis } from "../../../contract";
import type { ClusterStatus } from "../../cluster/status";
import { VERSIONS } from "../../run/results";
import type { Batches } from "../batches/batches";
import type { BatchState } from "../batches/host-batch";
import type { ComputePool } from "../compute-pool";
import type { HealthProbe, SystemHealth } from "../system-health";

export interface ClusterWatch {
  read(): Promise<ClusterStatus>;
  end(): void;
}

/** Sources of the status of a host. */
export interface HostWatch {
  batches: Batches;
  pool: ComputePool;
  health: HealthProbe;
  cluster: ClusterWatch | null;
}

interface BatchStatus {
  question: string;
  data: string[];
  state: BatchState;
  askedAt: Millis;
  series: Count;
  done: Count;
  failed: Count;
  /** Series per second. */
  rate: number | null;
  reason: string | null;
  /** The first series without an answer, with reasons. */
  reasons: string[];
}

/** Status of a host, and of its cluster. */
export interface HostStatus {
  versions: typeof VERSIONS;
  threads: { all: Count; busy: Count; waiting: Count };
  health: SystemHealth;
  batches: BatchStatus[];
  /** Same as `prospect status --json`; null without a cluster, and while its Redis does not answer. */
  cluster: ClusterStatus | null;
  hasCluster: boolean;
}

/** Maximum wait for Redis. */
const PATIENCE: Millis = 3000;
const MAX_NAMES: Count = 3;

const within = <Value>(work: Promise<Value>): Promise<Value | null> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE);
  });
  return Promise.race([work.catch(() => null), late]).finally(() => clearTimeout(timer));
};

export async function readHost({ batches, pool, health, cluster }: HostWatch): Promise<HostStatus> {
  return {
    versions: VERSIONS,
    threads: { all: pool.size, ...pool.load },
    health: await health.read(),
    batches: batches.all().map((batch) => ({
      question: batch.plan.question,
      data: batch.plan.data.slice(0, MAX_NAMES),
      state: batch.state,
      askedAt: batch.askedAt,
      series: batch.names.length,
      done: batch.done,
      failed: batch.failed,
      rate: batch.rate,
      reason: batch.reason,
      reasons: batch.listed,
    })),
    cluster: cluster && (await within(cluster.read())),
    hasCluster: cluster !== null,
  };
}
