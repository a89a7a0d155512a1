import type { Count, Millis } from "../contract";
import { Markup } from "../ingest";
import { MAX_FIELD_LENGTH, MAX_ITEMS, newestFirst, newsItem } from "./news-item";
import type { NewsItem } from "./types";

/** The text is not XML, or contains a document type, whose entities could expand without bound. */
export class RefusedXml extends Error {
  constructor(readonly reason: "doctype" | "broken" | "deep") {
    super(reason);
  }
}

const MAX_DEPTH: Count = 100;
const FEEDS = ["rss", "feed", "rdf:rdf"];
const ITEMS = ["item", "entry"];
const SCRIPTS = ["script", "style"];
/** Fields of RSS 2.0, RSS 1.0 and Atom by meaning, in order of preference. */
const FIELDS = {
  title: ["title"],
  text: ["description", "summary", "content:encoded", "content"],
  time: ["pubdate", "published", "dc:date", "updated", "date"],
} as const;

const first = (found: ReadonlyMap<string, string>, names: readonly string[]): string | undefined =>
  names.map((name) => found.get(name)?.trim()).find((text) => text !== undefined && text !== "");

/**
 * The news of an RSS or Atom feed; null if the XML is not a feed. Throws `RefusedXml` if elements are unclosed, closed twice or nested too deep,
 * and for a document type: only XML's predefined entities are supported.
 */
export function newsOfXml(xml: string, now: Millis): NewsItem[] | null {
  const items: NewsItem[] = [];
  /** Open elements, outermost first. */
  const open: string[] = [];
  let root: string | null = null;
  let item: Map<string, string> | null = null;
  let field: string | null = null;
  let script = 0;
  const endItem = (found: ReadonlyMap<string, string>) => {
    const read = newsItem(
      { title: first(found, FIELDS.title) ?? "", text: first(found, FIELDS.text) ?? "", time: first(found, FIELDS.time) ?? null },
      now,
    );
    if (read) items.push(read);
    item = null;
    if (items.length >= MAX_ITEMS) markup.stop();
  };
  const markup = new Markup(
    xml,
    {
      open(name) {
        if (name.includes("<")) throw new RefusedXml("broken");
        root ??= name;
        if (open.push(name) > MAX_DEPTH) throw new RefusedXml("deep");
        if (SCRIPTS.includes(name)) script++;
        if (ITEMS.includes(name) && open.length <= 3) {
          item = new Map();
          field = null;
        } else if (item && field === null) field = name;
        // Markup written as elements: keeps words on both sides separate.
        else if (item && field !== null) append(item, field, " ");
      },
      attribute(name) {
        if (name.includes("<")) throw new RefusedXml("broken");
      },
      close(name) {
        if (open.pop() !== name) throw new RefusedXml("broken");
        if (SCRIPTS.includes(name)) script--;
        if (field === name) field = null;
        if (item && field === null && ITEMS.includes(name)) endItem(item);
      },
      text(text) {
        if (item && field !== null && script === 0) append(item, field, text);
      },
      declaration() {
        throw new RefusedXml("doctype");
      },
    },
    { isXml: true },
  );
  markup.read();
  if (items.length < MAX_ITEMS && (open.length > 0 || root === null)) throw new RefusedXml("broken");
  return root !== null && FEEDS.includes(root) ? newestFirst(items) : null;
}

/** Appends text to a field up to its maximum length. */
function append(item: Map<string, string>, field: string, text: string): void {
  const there = item.get(field) ?? "";
  if (there.length < MAX_FIELD_LENGTH) item.set(field, there + text.slice(0, MAX_FIELD_LENGTH - there.length));
}
