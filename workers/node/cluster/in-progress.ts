import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { DelayedError, type Job } from "bullmq";
import type { Fraction, Millis } from "../../contract";
import { plural } from "../../format";
import { isFull } from "./join-run";

/** A part is given up here, for other workers. */
class HandedBack extends Error {}

const LOOK: Millis = 100;
/** A worker to be ended whose threads have computed nothing for this long waits for a file that may never come. */
const STALLED_AFTER: Millis = 3000;
/** A waiting thread uses less of its time: it looks for a cancel now and then. */
const LEAST_USE: Fraction = 0.3;

/** What a worker is answering at the moment. */
export class InProgress {
  private readonly givingUp = new Set<(reason: HandedBack) => void>();
  private lastWork = performance.now();

  /** @param patience how long work waits for space on the disk before it is offered again */
  constructor(
    private readonly patience: Millis,
    private readonly say: (words: string) => void,
  ) {}

  /** Time since the last answer; zero while there is work. */
  idle(): Millis {
    return this.givingUp.size > 0 ? 0 : performance.now() - this.lastWork;
  }

  /** Answers a job; one that cannot be answered here goes back to the queue. */
  async answer<Data, Value>(job: Job<Data>, token: string | undefined, answer: () => Promise<Value>): Promise<Value> {
    let giveUp: (reason: HandedBack) => void = () => undefined;
    const handedBack = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    this.givingUp.add(giveUp);
    try {
      return await Promise.race([answer(), handedBack]);
    } catch (error) {
      if (error instanceof HandedBack) await job.moveToDelayed(Date.now(), token);
      else if (isFull(error)) {
        this.say(`Cannot write to the disk: ${(error as Error).message}. Results wait until there is space.`);
        await job.moveToDelayed(Date.now() + this.patience, token);
      } else throw error;
      throw new DelayedError();
    } finally {
      this.givingUp.delete(giveUp);
      this.lastWork = performance.now();
    }
  }

  /**
   * Waits until everything is answered, and hands back what waits for a file.
   * @param computing share of the time since the last call during which the busiest thread has computed
   */
  async handBack(computing: () => number): Promise<void> {
    await this.untilStill(computing);
    if (this.givingUp.size > 0) this.say(`Handed back, as its file does not come: ${plural(this.givingUp.size, "part")}.`);
    for (const giveUp of this.givingUp) giveUp(new HandedBack());
  }

  /** Resolves once nothing is in progress, or nothing has been computed for a while. */
  private async untilStill(computing: () => number): Promise<void> {
    let usage = performance.eventLoopUtilization();
    for (let still = 0; this.givingUp.size > 0 && still < STALLED_AFTER; still += LOOK) {
      await wait(LOOK);
      const before = usage;
      usage = performance.eventLoopUtilization();
      const own = performance.eventLoopUtilization(usage, before).utilization;
      if (Math.max(own, computing()) > LEAST_USE) still = 0;
    }
  }
}
