import { type Count, fail, type Millis, type Outcome, succeed } from "../contract";
import { csvOfJson, parseJson } from "../ingest";
import { newsOfJson } from "./json-news";
import type { FeedContent, FeedKind, NewsItem } from "./types";
import { newsOfXml, RefusedXml } from "./xml-news";

const HEAD = 2048;
type Form = "empty" | "binary" | "html" | "xml" | "json" | "text";

const SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x25, 0x50, 0x44, 0x46],
];

/** The form of a text by its first bytes, since the host's content type may be wrong. */
async function formOf(content: Blob): Promise<Form> {
  const bytes = new Uint8Array(await content.slice(0, HEAD).arrayBuffer());
  if (SIGNATURES.some((signature) => signature.every((byte, at) => bytes[at] === byte))) return "binary";
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!utf16 && bytes.includes(0)) return "binary";
  const head = new TextDecoder(utf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(bytes).trimStart();
  if (head === "") return content.size === 0 || content.size <= HEAD ? "empty" : "text";
  if (/^<(!doctype\s+html|html|head|body|script)\b/i.test(afterComments(head))) return "html";
  if (head.startsWith("<")) return "xml";
  return /^[[{]/.test(head) ? "json" : "text";
}

/** The text after an XML declaration and comments. */
function afterComments(text: string): string {
  let rest = text;
  for (;;) {
    const mark = rest.startsWith("<?") ? "?>" : rest.startsWith("<!--") ? "-->" : null;
    const end = mark === null ? -1 : rest.indexOf(mark);
    if (mark === null || end < 0) return rest;
    rest = rest.slice(end + mark.length).trimStart();
  }
}

/** The whole text, in its declared or detected encoding. */
async function textOf(content: Blob): Promise<string> {
  const bytes = await content.arrayBuffer();
  const head = new TextDecoder("latin1").decode(bytes.slice(0, 200));
  const named = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1];
  const labels = [
    head.startsWith("\u00ff\u00fe") ? "utf-16le" : head.startsWith("\u00fe\u00ff") ? "utf-16be" : "utf-8",
    named,
    "windows-1252",
  ];
  for (const label of labels) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // Wrong or unsupported encoding: try the next one.
    }
  }
  return new TextDecoder().decode(bytes);
}

/** Parses the content of an address or a file into a table or news; nothing in it is executed, rendered as markup or fetched. */
export async function readContent(kind: FeedKind, content: Blob, now: Millis): Promise<Outcome<FeedContent>> {
  const form = await formOf(content);
  if (form === "empty") return fail("bad-input", "feeds/empty");
  if (form === "binary") return fail("bad-input", "feeds/binary");
  if (form === "html") return fail("bad-input", kind === "market" ? "feeds/htmlMarket" : "feeds/htmlNews");
  return kind === "market" ? readMarket(form, content) : readNews(form, content, now);
}

async function readMarket(form: Form, content: Blob): Promise<Outcome<FeedContent>> {
  if (form === "xml") return fail("bad-input", "feeds/isNews");
  if (form === "text") return succeed({ kind: "market", text: content, bytes: content.size });
  const document = jsonOf(await textOf(content));
  if (!document.ok) return document;
  const text = csvOfJson(document.value);
  return text ? succeed({ kind: "market", text, bytes: content.size }) : fail("bad-input", "feeds/jsonNoTable");
}

async function readNews(form: Form, content: Blob, now: Millis): Promise<Outcome<FeedContent>> {
  if (form === "text") return fail("bad-input", "feeds/noNews");
  const text = await textOf(content);
  if (form === "json") {
    const document = jsonOf(text);
    return document.ok ? toNews(newsOfJson(document.value, now), content.size) : document;
  }
  try {
    return toNews(newsOfXml(text, now), content.size);
  } catch (error) {
    if (!(error instanceof RefusedXml)) throw error;
    const reasons = { doctype: "feeds/xmlDoctype", broken: "feeds/xmlBroken", deep: "feeds/xmlDeep" } as const;
    return fail("bad-input", reasons[error.reason]);
  }
}

function jsonOf(text: string): Outcome<unknown> {
  try {
    return succeed(parseJson(text));
  } catch (error) {
    // Too deep nesting is a RangeError of the parser.
    if (error instanceof SyntaxError || error instanceof RangeError) return fail("bad-input", "feeds/jsonBroken");
    throw error;
  }
}

const toNews = (items: NewsItem[] | null, bytes: Count): Outcome<FeedContent> =>
  items === null || items.length === 0 ? fail("bad-input", "feeds/noNews") : succeed({ kind: "news", items, bytes });
