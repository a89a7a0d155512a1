import type { Count, Outcome } from "../../workers/contract";

/** The parts of one run, taken one by one by the worker that asked and its helpers. */
export class PartGroup {
  private next: Count = 0;
  private readonly taken = new Map<Count, Promise<Outcome<unknown>>>();
  private readonly ended = new AbortController();

  /** @param runPart runs one part on another worker */
  constructor(
    private readonly inputs: readonly unknown[],
    helpers: Count,
    private readonly runPart: (input: unknown, signal: AbortSignal) => Promise<Outcome<unknown>>,
  ) {
    for (let helper = 0; helper < helpers; helper++) void this.help();
  }

  take(): Count | null {
    return this.next < this.inputs.length && !this.ended.signal.aborted ? this.next++ : null;
  }

  /** Results of the parts that helpers ran. */
  async collect(): Promise<[Count, Outcome<unknown>][]> {
    return Promise.all([...this.taken].map(async ([place, outcome]): Promise<[Count, Outcome<unknown>]> => [place, await outcome]));
  }

  /** Cancels parts still running on helpers. */
  end(): void {
    this.ended.abort();
  }

  private async help(): Promise<void> {
    for (let place = this.take(); place !== null; place = this.take()) {
      const outcome = this.runPart(this.inputs[place], this.ended.signal);
      this.taken.set(place, outcome);
      await outcome;
    }
  }
}
