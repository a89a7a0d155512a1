import type { Batch } from "../../batch";
import { ENCODING, type LinesInput } from "../output/encode-lines";
import type { Piece } from "../output/encode-piece";
import { answerTasks } from "./answer-tasks";
import type { AnswerText } from "./answer-text";
import { sideBySide } from "./side-by-side";
import { Thread } from "./thread";

/** Threads that are started before it is known what there is to answer: more would be in vain too often. */
const MAX_EARLY = 8;

/** The threads of a run: they start while its data are being found, answer, and then make the pieces of its results. */
export class RunThreads {
  private readonly all: Thread[];
  /** Hears of a thread how much of what it has in hand is computed, 0 to 1. */
  onProgress: (thread: number, fraction: number) => void = () => undefined;

  constructor(readonly count: number) {
    this.all = Array.from({ length: count }, (_, thread) => new Thread((fraction) => this.onProgress(thread, fraction)));
  }

  /** Starts some threads; nobody waits for them. */
  begin(count: number): void {
    for (const thread of this.all.slice(0, Math.min(count, MAX_EARLY))) thread.begin();
  }

  answer = (thread: number, batch: Batch): Promise<AnswerText[] | null> => answerTasks(this.all[thread], batch);

  /** Makes pieces of a file of results, and gives them in their order. */
  encode = (inputs: Iterable<LinesInput>): AsyncGenerator<Piece> => sideBySide(this.all, ENCODING, inputs);

  /** What is computed ends at its next look. */
  cancel = (): void => {
    for (const thread of this.all) thread.cancel();
  };

  async end(): Promise<void> {
    await Promise.all(this.all.map((thread) => thread.end()));
  }
}
