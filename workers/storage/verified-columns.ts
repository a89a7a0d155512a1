import type { JobContext } from "../runtime/job";
import { matchesHash } from "../series";
import { type ColumnStore, DamagedBlock } from "./column-store";
import { blockWidth, type Entry } from "./dataset";

/** Blocks whose numbers were verified against their hash in this session; block names are unique and blocks never change. */
const verified = new Set<string>();

const markOf = ({ hash, block }: Entry) => `${hash} ${block}`;

/**
 * The columns of a dataset as saved. The first read in a session verifies them against the hash of the dataset.
 * @param again verifies them even if they have been verified
 * @throws DamagedBlock if the block is missing, truncated, or holds other numbers
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

/** Whether the numbers of a dataset are on the device as saved. */
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
