import { fail, type Outcome } from "../contract";
import { Canceled } from "./job";

/** What a run's flag says where the run is over and what is done of it is wanted. */
const PART_WANTED = 2;

type Compute = (input: unknown, place: number) => Promise<Outcome<unknown>>;

/** How a run ends before its end: at once; or with a part, where the user wants one and the job has stages of which a part has meaning. */
export class Stopping {
  /** Within such a stage. */
  private within = false;
  /** Something of such a stage is finished. */
  private done = false;

  /** @param flag what has been said so far; 0 or null where nothing */
  constructor(private readonly flag: () => number | null) {}

  /** Whether a run that is over goes on to tell of its part. */
  goesOn = (): boolean => this.flag() === PART_WANTED && this.done && !this.within;

  /** A stage of which a part has meaning: what is not finished when the run is over is missing, and no more. */
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
