import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";

const STREAM_BYTES = 32;
const BLOCK = 1024;

/** Seeded random choices, the same on every machine. The state is not in the arena, so it survives computations between two choices. */
export class Draws {
  private readonly stream: Uint8Array;
  private block = new Float64Array(BLOCK);
  private place = BLOCK;

  constructor(
    private readonly context: JobContext,
    seed: number,
  ) {
    const { arena, kernels } = context;
    this.stream = arena.scope(() => {
      const stream = arena.takeBytes(STREAM_BYTES);
      kernels.rngSeed(stream, seed);
      return arena.bytes(stream, STREAM_BYTES).slice();
    });
  }

  /** Uniform in [0, 1). */
  uniform(): number {
    if (this.place === BLOCK) this.refill();
    return this.block[this.place++];
  }

  /** An integer in [0, below). */
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

  private refill(): void {
    const { arena, kernels } = this.context;
    arena.scope(() => {
      const [stream, block] = [arena.takeBytes(STREAM_BYTES), arena.take(BLOCK)];
      arena.bytes(stream, STREAM_BYTES).set(this.stream);
      kernels.drawUniforms(stream, block, 0, BLOCK);
      this.block = arena.view(block, BLOCK).slice();
      this.stream.set(arena.bytes(stream, STREAM_BYTES));
    });
    this.place = 0;
  }
}
