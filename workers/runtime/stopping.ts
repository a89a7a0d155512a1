import { fail, type Outcome } from "../contract";
import { Canceled } from "./job";

/** Value of a run's flag: the run ends, and its partial result is wanted. */
const PART_WANTED = 2;

type Compute = (input: unknown, place: number) => Promise<Outcome<unknown>>;

/** How a run ends early: immediately, or with a partial result if the user wants one and the job has stages that allow it. */
export class Stopping {
  /** Within such a stage. */
  private within = false;
  /** Whether part of such a stage is finished. */
  private done = false;

  /** @param flag the run's flag so far; 0 or null if not set */
  constructor(private readonly flag: () => number | null) {}

  /** Whether a run that was ended continues, to report its partial result. */
  goesOn = (): boolean => this.flag() === PART_WANTED && this.done && !this.within;

  /** A stage with a meaningful partial result: parts not finished when the run is ended are missing, without failing it. */
  async stage(compute: Compute, share: (compute: Compute) => Promise<Outcome<unknown>[]>): Promise<Outcome<unknown>[]> {
    this.within = true;
    const outcomes = await share(async (input, place) => {
      try {
        return await compute(input, place);
      } catch (error) {
        if (error instanceof Canceled && this.flag() === PART_WANTED) return fail("canceled", "runtime/canceled");
        throw error;
      }
    });
    this.within = false;
    this.done ||= outcomes.some((outcome) => outcome.ok);
    return outcomes;
  }
}
