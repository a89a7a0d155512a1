import type { Count } from "../../../contract";
import type { JobContext } from "../../job";

const STREAM_BYTES = 32;
const BLOCK = 1024;

/** Random choices of one seed, the same on every machine. */
export class Draws {
  private readonly stream: number;
  private readonly block: number;
  private place = BLOCK;

  /** @param context whose arena keeps the stream: open a scope around its whole use */
  constructor(
    private readonly context: JobContext,
    seed: number,
  ) {
    this.stream = context.arena.takeBytes(STREAM_BYTES);
    this.block = context.arena.take(BLOCK);
    context.kernels.rngSeed(this.stream, seed);
  }

  /** Between 0 and 1, 1 left out. */
  uniform(): number {
    if (this.place === BLOCK) {
      this.context.kernels.drawUniforms(this.stream, this.block, 0, BLOCK);
      this.place = 0;
    }
    return this.context.arena.view(this.block, BLOCK)[this.place++];
  }

  /** A whole number from 0 up to, but not, `below`. */
  index(below: Count): Count {
    return Math.min(below - 1, Math.floor(this.uniform() * below));
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.index(items.length)];
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.uniform() < probability;
  }
}
