import type { JobContext } from "../runtime/job";
import { matchesHash } from "../series";
import { type ColumnStore, DamagedBlock } from "./column-store";
import { blockWidth, type Entry } from "./dataset";

/** Blocks whose numbers were compared with their hash in this session; a block has a name of its own and never changes. */
const verified = new Set<string>();

const markOf = ({ hash, block }: Entry) => `${hash} ${block}`;

/**
 * The columns of a dataset as they were saved. The first reading in a session compares them with the hash that names the dataset.
 * @param again compares them whether or not they were before
 * @throws DamagedBlock where the block is gone, cut off, or holds other numbers
 */
export async function readVerified(blocks: ColumnStore, entry: Entry, context: JobContext, again = false): Promise<Float64Array[]> {
  const columns = await blocks.read(entry.block, blockWidth(entry), entry.length, context);
  if (verified.has(markOf(entry)) && !again) return columns;
  const mark = markOf(entry);
  verified.delete(mark);
  if ((await matchesHash(columns, entry.hash, context)) === false) throw new DamagedBlock(entry.block);
  verified.add(mark);
  return columns;
}

/** Whether the numbers of a dataset are on the device as they were saved. */
export async function isWhole(blocks: ColumnStore, entry: Entry, context: JobContext): Promise<boolean> {
  if (verified.has(markOf(entry))) return blocks.has(entry.block, blockWidth(entry), entry.length);
  try {
    await readVerified(blocks, entry, { ...context, progress: () => undefined });
    return true;
  } catch (error) {
    if (error instanceof DamagedBlock) return false;
    throw error;
  }
}
