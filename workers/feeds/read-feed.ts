import { type Outcome, succeed } from "../contract";
import { readContent } from "./content";
import { type FeedFetch, MARKET_LIMITS, NEWS_LIMITS, readStream, type Stopped } from "./read-stream";
import { simulatedNews, simulatedPrices } from "./simulator";
import type { FeedContent, FeedRequest } from "./types";

/** Reads a feed once: from its address, a file or the simulator. */
export async function readFeed({ kind, source }: FeedRequest, call: FeedFetch, stopped: Stopped): Promise<Outcome<FeedContent>> {
  if (source.from === "simulator") {
    const { seed, since, until } = source;
    if (kind === "news") return succeed({ kind, items: simulatedNews(seed, since, until), bytes: 0 });
    const text = simulatedPrices(seed, since, until);
    return succeed({ kind, text, bytes: text.size });
  }
  if (source.from === "file") return readContent(kind, source.file, Date.now());
  const read = await readStream(source.url, kind === "market" ? MARKET_LIMITS : NEWS_LIMITS, call, stopped);
  return read.ok ? readContent(kind, new Blob(read.value.pieces), Date.now()) : read;
}
