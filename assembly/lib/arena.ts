/**
 * The arena from which every caller allocates its buffers: a bump allocator over the linear memory behind the static data of all modules.
 * Blocks are 64-byte aligned and padded, since the look-ahead kernels read up to 16 values past the end and one before the start.
 */

const ALIGNMENT: usize = 64;
const PAD_BEFORE: usize = 64;
const PAD_AFTER: usize = 128;
const PAGE_BITS: usize = 16;
/** Largest headroom of a growth, in pages: 64 MB, of which the system commits only what is touched. */
const MAX_AHEAD: i32 = 1024;

/** End of the static data of the last module (`scripts/kernels.mjs` places them). */
const ARENA_START: usize = 2 << 20;

let top: usize = ARENA_START;

/** Address up to which the arena is in use; pass it to `release` to free everything taken since. */
export function arenaMark(): usize {
  return top;
}

/**
 * Takes `bytes` bytes, zero-padded on both sides, growing the memory if needed by at least a quarter of its size, since engines may collect
 * garbage on every growth, which takes longer than most kernels.
 * @returns address of the block, or 0 when the memory cannot grow that far.
 */
export function arenaTake(bytes: usize): usize {
  const block = (top + PAD_BEFORE + (ALIGNMENT - 1)) & ~(ALIGNMENT - 1);
  const end = block + bytes + PAD_AFTER;
  if (end < block) return 0;
  const have = <usize>memory.size() << PAGE_BITS;
  if (end > have) {
    const pages = <i32>((end - have + 0xffff) >> PAGE_BITS);
    const ahead = min(memory.size() >> 2, MAX_AHEAD);
    if ((ahead <= pages || memory.grow(ahead) < 0) && memory.grow(pages) < 0) return 0;
  }
  memory.fill(block - PAD_BEFORE, 0, PAD_BEFORE);
  memory.fill(block + bytes, 0, PAD_AFTER);
  top = end;
  return block;
}

/** Releases everything taken since `mark` (an address `arenaMark` returned). */
export function arenaRelease(mark: usize): void {
  top = mark;
}
