import { asyncBufferFromFile, asyncBufferFromUrl } from "hyparquet";
import { isAddress } from "../../batch";
import { ParquetFile } from "../../ingest";

/** Opens a file, or an address whose host answers range requests; throws where neither can be read as Parquet. */
export async function openParquet(from: string): Promise<ParquetFile> {
  return ParquetFile.open(isAddress(from) ? await asyncBufferFromUrl({ url: from }) : await asyncBufferFromFile(from));
}

/** Files that stay open on a thread. */
const MAX_OPEN = 64;

const open = new Map<string, Promise<ParquetFile>>();

/** The same file for whoever asks on this thread. */
export function parquetFile(from: string): Promise<ParquetFile> {
  const known = open.get(from);
  if (known) return known;
  const opening = openParquet(from);
  open.set(from, opening);
  for (const oldest of open.keys()) {
    if (open.size <= MAX_OPEN) break;
    open.delete(oldest);
  }
  opening.catch(() => open.delete(from));
  return opening;
}

/** The file may have changed: it is opened anew. */
export const forgetParquet = (from: string): void => void open.delete(from);
