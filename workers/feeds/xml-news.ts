import type { Millis } from "../contract";
import { MAX_FIELD_LENGTH, MAX_ITEMS, newestFirst, newsItem } from "./news-item";
import type { NewsItem } from "./types";
import { xmlTokens } from "./xml-tokens";

const ITEMS = ["item", "entry"];
const SCRIPTS = ["script", "style"];
/** Fields of RSS 2.0, RSS 1.0 and Atom by what they mean, the better one first. */
const FIELDS = {
  title: ["title"],
  text: ["description", "summary", "content:encoded", "content"],
  time: ["pubdate", "published", "dc:date", "updated", "date"],
} as const;

const first = (found: ReadonlyMap<string, string>, names: readonly string[]): string | undefined =>
  names.map((name) => found.get(name)?.trim()).find((text) => text !== undefined && text !== "");

/** The news of an RSS or Atom feed. Throws `RefusedXml`; null where the XML is no feed. */
export function newsOfXml(xml: string, now: Millis): NewsItem[] | null {
  const items: NewsItem[] = [];
  let item: Map<string, string> | null = null;
  let field: string | null = null;
  let depth = 0;
  let script = 0;
  let feed = false;
  for (const token of xmlTokens(xml)) {
    if (token.is === "open") {
      depth++;
      if (depth === 1) feed = ["rss", "feed", "rdf:rdf"].includes(token.name);
      if (SCRIPTS.includes(token.name)) script++;
      if (ITEMS.includes(token.name) && depth <= 3) {
        item = new Map();
        field = null;
        continue;
      }
      if (item && field === null) field = token.name;
      // Markup written as elements: words on both sides stay apart.
      else if (item && field !== null) append(item, field, " ");
    } else if (token.is === "close") {
      depth--;
      if (SCRIPTS.includes(token.name)) script--;
      if (field === token.name) field = null;
      if (item && ITEMS.includes(token.name) && field === null) {
        const read = newsItem(
          { title: first(item, FIELDS.title) ?? "", text: first(item, FIELDS.text) ?? "", time: first(item, FIELDS.time) ?? null },
          now,
        );
        if (read) items.push(read);
        item = null;
        if (items.length >= MAX_ITEMS) return newestFirst(items);
      }
    } else if (item && field !== null && script === 0) append(item, field, token.text);
  }
  return feed ? newestFirst(items) : null;
}

/** Adds to a field what there is room for. */
function append(item: Map<string, string>, field: string, text: string): void {
  const there = item.get(field) ?? "";
  if (there.length < MAX_FIELD_LENGTH) item.set(field, there + text.slice(0, MAX_FIELD_LENGTH - there.length));
}
