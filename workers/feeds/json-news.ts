import type { Millis } from "../contract";
import { isObject, type JsonObject, nodesOf } from "../ingest";
import { MAX_ITEMS, newestFirst, newsItem } from "./news-item";
import type { NewsItem } from "./types";

/** Field names of news services, in order of preference. */
const FIELDS = {
  title: ["title", "headline", "webTitle", "name"],
  text: ["content_text", "summary", "description", "text", "body", "content_html", "content", "abstract"],
  time: [
    "date_published",
    "publishedAt",
    "published_at",
    "published",
    "pubDate",
    "webPublicationDate",
    "datetime",
    "providerPublishTime",
    "time_published",
    "timestamp",
    "date",
    "time",
    "created_at",
    "updated",
  ],
} as const;

function first(item: JsonObject, names: readonly string[]): string | number | null {
  for (const name of names) {
    const value = item[name];
    if ((typeof value === "string" && value.trim() !== "") || typeof value === "number") return value;
  }
  return null;
}

const words = (value: string | number | null): string => (typeof value === "string" ? value : "");
const isNews = (value: unknown): value is JsonObject => isObject(value) && words(first(value, FIELDS.title)) !== "";

/** The news of a JSON Feed, or of any document with a list of titled items; null if there is none. */
export function newsOfJson(document: unknown, now: Millis): NewsItem[] | null {
  for (const node of nodesOf(document)) {
    if (!Array.isArray(node) || !isNews(node[0])) continue;
    const items = node
      .slice(0, MAX_ITEMS)
      .filter(isNews)
      .map((item) =>
        newsItem({ title: words(first(item, FIELDS.title)), text: words(first(item, FIELDS.text)), time: first(item, FIELDS.time) }, now),
      );
    return newestFirst(items.filter((item) => item !== null));
  }
  return null;
}
