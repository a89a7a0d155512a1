import { createHash, randomUUID } from "node:crypto";
import { failureWords, isFailed, nameOf, type OutlinedAnswer, type Question, questions, type Source, totalsLine } from "../../../batch";
import type { Count, Millis } from "../../../contract";
import { failureText } from "../../../texts";
import type { Stored } from "../../data/read-source";
import { tryTasks } from "../../run/answer-tasks";
import { inBatches } from "../../run/in-batches";
import type { Plan } from "../../run/plan";
import type { ComputePool } from "../compute-pool";
import type { answerStored, listStored } from "./stored-jobs";

/** Rows per answer: a page reads them in one short task. */
const MAX_ROWS: Count = 256;
/** Maximum number of failures listed in the status of the host. */
const MAX_LISTED: Count = 5;
/** Long polling: maximum wait for the first new row, and for further rows after it. */
const MAX_WAIT: Millis = 20_000;
const GATHER: Millis = 400;

export const BATCH_STATES = ["waiting", "listing", "answering", "done", "failed", "canceled"] as const;
export type BatchState = (typeof BATCH_STATES)[number];
const ENDED: ReadonlySet<BatchState> = new Set(["done", "failed", "canceled"]);

/** Indices [from, to) in the order of the data. */
export type Range = readonly [number, number];

interface Answered extends OutlinedAnswer {
  place: Count;
}

export interface BatchPlan extends Omit<Plan, "output"> {
  /** The series to answer; null for all. */
  places: readonly Range[] | null;
}

const pause = (millis: Millis) => new Promise<void>((done) => setTimeout(done, millis));

/** Answers series by series on the threads of a host. Rows wait here until the client has fetched them. */
export class HostBatch {
  readonly id = randomUUID();
  readonly askedAt = Date.now();
  state: BatchState = "waiting";
  names: string[] = [];
  done: Count = 0;
  failed: Count = 0;
  digest: string | null = null;
  reason: string | null = null;
  /** The first series without an answer, with reasons. */
  readonly listed: string[] = [];
  /** When answering began. */
  private began: Millis | null = null;
  private ended: Millis | null = null;
  private rows: Answered[] = [];
  /** Number of fetched rows. */
  private taken: Count = 0;
  private readonly stopper = new AbortController();
  private wake: (() => void)[] = [];

  /** @param owner id of the client's key */
  constructor(
    readonly plan: BatchPlan,
    readonly owner: string,
    private readonly files: Stored,
  ) {}

  get hasEnded(): boolean {
    return ENDED.has(this.state);
  }

  /** Series per second; null before the first. */
  get rate(): number | null {
    if (this.began === null || this.done === 0) return null;
    return (1000 * this.done) / Math.max(1, (this.ended ?? performance.now()) - this.began);
  }

  cancel(): void {
    if (this.hasEnded) return;
    this.turn("canceled");
    this.stopper.abort();
  }

  /** Answers everything; a failure of the whole batch is its `reason`. */
  async run(pool: ComputePool): Promise<void> {
    if (this.hasEnded) return;
    try {
      this.turn("listing");
      const sources = await this.list(pool);
      if (sources) await this.answer(sources, pool);
    } catch (error) {
      console.error(error);
      this.reason = "The host failed.";
      this.turn("failed");
    }
  }

  /**
   * The rows from an index on, once there are any: rows before it have been received and are forgotten.
   * @returns null if some of those requested are already forgotten
   */
  async rowsFrom(from: Count, signal: AbortSignal): Promise<{ rows: Answered[]; next: Count; finished: boolean } | null> {
    if (from < this.taken || from > this.taken + this.rows.length) return null;
    this.rows.splice(0, from - this.taken);
    this.taken = from;
    if (this.rows.length === 0 && !this.hasEnded) await this.changed(signal);
    if (this.rows.length < MAX_ROWS && !this.hasEnded && !signal.aborted) await pause(GATHER);
    if (this.taken !== from) return null;
    const rows = this.rows.slice(0, MAX_ROWS);
    return { rows, next: from + rows.length, finished: this.hasEnded && rows.length === this.rows.length };
  }

  private turn(state: BatchState): void {
    this.state = state;
    if (this.hasEnded) this.ended = performance.now();
    this.wakeAll();
  }

  private wakeAll(): void {
    for (const wake of this.wake.splice(0)) wake();
  }

  private changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, MAX_WAIT);
      signal.addEventListener("abort", done, { once: true });
      this.wake.push(done);
    });
  }

  private async list(pool: ComputePool): Promise<Source[] | null> {
    const { files, plan, stopper } = this;
    const input = { files, data: plan.data, column: plan.column };
    const listed = await pool.lend((thread) => thread.run<typeof listStored>("list-stored", input), stopper.signal);
    if (this.hasEnded) return null;
    if (!listed.ok) {
      this.reason = failureText(listed.failure);
      this.turn("failed");
      return null;
    }
    return listed.value;
  }

  private async answer(sources: readonly Source[], pool: ComputePool): Promise<void> {
    const { plan, files, stopper } = this;
    const { of }: Question = questions[plan.question];
    const tasks = of === "assets" ? [[...sources]] : sources.map((source) => [source]);
    this.names = tasks.map((own) => (own.length === 1 ? nameOf(own[0]) : `${own.length} series`));
    const isAsked = ({ places }: BatchPlan, place: number) => places === null || places.some(([from, to]) => place >= from && place < to);
    const totals: string[] = tasks.map(() => "");
    this.began = performance.now();
    this.turn("answering");
    const { question, settings, column } = plan;
    const pacing = { tasks, workers: pool.size, isDone: (place: number) => !isAsked(plan, place), signal: stopper.signal };
    await inBatches(pacing, async (places) => {
      const batch = { question, settings, column, tasks: places.map((place) => tasks[place]) };
      const answers = await pool.lend(
        (thread) =>
          tryTasks<OutlinedAnswer>(
            batch,
            (some) => thread.run<typeof answerStored>("answer-stored", { ...some, files }),
            (row) => ({ rows: [row], outline: new Float64Array() }),
          ),
        stopper.signal,
      );
      if (answers === null || this.hasEnded) return false;
      for (const [k, place] of places.entries()) totals[place] = this.take({ place, ...answers[k] });
      this.wakeAll();
      return true;
    });
    if (this.hasEnded) return;
    if (this.done === tasks.length) this.digest = createHash("sha256").update(totals.join("")).digest("hex");
    this.turn("done");
  }

  /** @returns its contribution to the digest */
  private take(answered: Answered): string {
    this.rows.push(answered);
    this.done++;
    const failed = answered.rows.filter(isFailed);
    this.failed += Number(failed.length > 0);
    if (this.listed.length < MAX_LISTED) this.listed.push(...failed.map(failureWords));
    return answered.rows.map(totalsLine).join("");
  }
}
