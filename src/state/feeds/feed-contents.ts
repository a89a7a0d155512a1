import type { Series } from "../../../workers/contract";
import type { NewsItem } from "../../../workers/feeds/types";
import { type FeedBody, MAX_NEWS } from "./feed-body";
import { keepAsDataset } from "./feed-dataset";

/** Content of a feed before it is saved. */
export type Preview = { kind: "market"; series: Series } | { kind: "news"; items: NewsItem[] };

/** Saves the content of a feed together with earlier content: market data as a dataset, news in the list. */
export async function keptOf(
  preview: Preview,
  name: string,
  before: Pick<FeedBody, "dataset" | "owned" | "news">,
): Promise<Pick<FeedBody, "dataset" | "owned" | "news" | "rows">> {
  if (preview.kind === "market") return { news: [], ...(await keepAsDataset(preview.series, name, before)) };
  const news = withNew(before.news, preview.items);
  return { dataset: null, owned: false, news, rows: news.length };
}

/** Content of a feed after its first reading. */
export const firstRead = async (preview: Preview, name: string) => ({
  ...(await keptOf(preview, name, { dataset: null, owned: false, news: [] })),
  trouble: null,
  fetchedAt: Date.now(),
});

/** Merges news, newest first; of duplicates the newer text is kept. */
function withNew(before: readonly NewsItem[], items: readonly NewsItem[]): NewsItem[] {
  const keyOf = ({ time, title }: NewsItem) => `${time} ${title}`;
  const all = new Map([...before, ...items].map((item) => [keyOf(item), item]));
  return [...all.values()].sort((a, b) => (b.time ?? 0) - (a.time ?? 0)).slice(0, MAX_NEWS);
}
