import type { Series } from "../../../workers/contract";
import type { NewsItem } from "../../../workers/feeds/types";
import { type FeedBody, MAX_NEWS } from "./feed-body";
import { keepAsDataset } from "./feed-dataset";

/** What a feed brought, before it is kept. */
export type Preview = { kind: "market"; series: Series } | { kind: "news"; items: NewsItem[] };

/** Keeps what a feed brought, with what it held before: a market as a dataset, news in the list. */
export async function keptOf(
  preview: Preview,
  name: string,
  before: Pick<FeedBody, "dataset" | "owned" | "news">,
): Promise<Pick<FeedBody, "dataset" | "owned" | "news" | "rows">> {
  if (preview.kind === "market") return { news: [], ...(await keepAsDataset(preview.series, name, before)) };
  const news = withNew(before.news, preview.items);
  return { dataset: null, owned: false, news, rows: news.length };
}

/** What a feed holds once it was read for the first time. */
export const firstRead = async (preview: Preview, name: string) => ({
  ...(await keptOf(preview, name, { dataset: null, owned: false, news: [] })),
  trouble: null,
  fetchedAt: Date.now(),
});

/** News with those that are new, newest first; of what is there once already the newer wording stays. */
function withNew(before: readonly NewsItem[], items: readonly NewsItem[]): NewsItem[] {
  const keyOf = ({ time, title }: NewsItem) => `${time} ${title}`;
  const all = new Map([...before, ...items].map((item) => [keyOf(item), item]));
  return [...all.values()].sort((a, b) => (b.time ?? 0) - (a.time ?? 0)).slice(0, MAX_NEWS);
}
