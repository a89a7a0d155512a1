import type { Batch } from "../../batch";
import { encodeLines, type LinesInput } from "../output/encode-lines";
import type { Piece } from "../output/encode-piece";
import { answerTasks } from "./answer-tasks";
import type { AnswerText } from "./answer-text";
import { Thread, ThreadDied } from "./thread";

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

  /** Makes pieces side by side, as many as there are threads, and gives them in their order. */
  async *encode(inputs: Iterable<LinesInput>): AsyncGenerator<Piece> {
    const under: Promise<Piece>[] = [];
    let next = 0;
    for (const input of inputs) {
      // The thread whose turn it is has made the piece that comes now.
      if (under.length === this.count) yield (await under.shift()) as Piece;
      under.push(this.encodeOn(this.all[next++ % this.count], input));
    }
    for (const piece of under) yield await piece;
  }

  private async encodeOn(thread: Thread, input: LinesInput): Promise<Piece> {
    thread.renew();
    const made = await thread.run<typeof encodeLines>("encode-lines", input).catch((error: unknown) => {
      if (error instanceof ThreadDied) return null;
      throw error;
    });
    if (made?.ok) return made.value;
    // What a thread could not is tried here, and says why it cannot be done.
    const here = await encodeLines(input);
    if (!here.ok) throw new Error(here.failure.reason);
    return here.value;
  }

  /** What is computed ends at its next look. */
  cancel = (): void => {
    for (const thread of this.all) thread.cancel();
  };

  async end(): Promise<void> {
    await Promise.all(this.all.map((thread) => thread.end()));
  }
}
