import type { Batch } from "../../batch";
import { ENCODING, type LinesInput } from "../output/encode-lines";
import type { Piece } from "../output/encode-piece";
import { answerTasks } from "./answer-tasks";
import type { AnswerText } from "./answer-text";
import { sideBySide } from "./side-by-side";
import { Thread } from "./thread";

/** Threads started before the number of tasks is known: more would often be unnecessary. */
const MAX_EARLY = 8;

/** The threads of a run: they start while the data are being found, answer the tasks, and then encode the results. */
export class RunThreads {
  private readonly all: Thread[];
  /** Called with the progress of a thread on its current work, 0 to 1. */
  onProgress: (thread: number, fraction: number) => void = () => undefined;

  constructor(readonly count: number) {
    this.all = Array.from({ length: count }, (_, thread) => new Thread((fraction) => this.onProgress(thread, fraction)));
  }

  /** Starts some threads without waiting for them. */
  begin(count: number): void {
    for (const thread of this.all.slice(0, Math.min(count, MAX_EARLY))) thread.begin();
  }

  answer = (thread: number, batch: Batch): Promise<AnswerText[] | null> => answerTasks(this.all[thread], batch);

  /** Encodes pieces of a results file, in order. */
  encode = (inputs: Iterable<LinesInput>): AsyncGenerator<Piece> => sideBySide(this.all, ENCODING, inputs);

  /** Cancels computations at their next checkpoint. */
  cancel = (): void => {
    for (const thread of this.all) thread.cancel();
  };

  async end(): Promise<void> {
    await Promise.all(this.all.map((thread) => thread.end()));
  }
}
