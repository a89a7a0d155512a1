import type { Count } from "../contract";
import { frameParts, PAGE_BEGIN, type PagePart, pageHtml, plainText, type ReportBlock, type ReportContent, resultOf } from "../report";
import type { JobContext } from "../runtime/job";
import { compareResults } from "./compare";
import { written } from "./describe";
import { plainOf } from "./plain-result";
import { alteredIn, contentOf, FRAME, MAX_SHOWN, partsOf } from "./report-file";
import type { AlteredBlock } from "./result-file";

/** A report's page compared with the recomputed screen. */
export interface PageComparison {
  /** Number of parts of the recomputed page: title, settings, texts, figures, rows of tables, charts, methods, values behind the page. */
  parts: Count;
  /** Differences on the page; `written` is the recomputed text. */
  altered: AlteredBlock[];
  /** Whether the page was written by another version of the app. */
  otherVersion: boolean;
}

/** Parts specific to each report: time and version of the computation, and its contents. */
const OWN =
  /<meta name="generator"[^<>]*>|<p class="muted">Computed [^<]*<\/p>|<p class="onscreen">[^<]*<\/p>|<tr><th scope="row">(?:Kernels|Prospect)<\/th><td[^<>]*>[^<]*<\/td><\/tr>|<pre id="result">[^<]*<\/pre>/g;
const bare = (html: string): string => html.replace(OWN, "").replace(/\s+/g, " ");
const BODY = "<body>";
/** Durations, rates and decision times, which differ between any two computations; drawings contain no such text. */
const TOOK = /(?:\b\d[\d,.]*\s(?:ms|s|min|h|series per second)\b\s?)+/g;
const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const AROUND_FIGURES = /(?=<figure\b)|(?<=<\/figure>)/;
const timeless = (words: string): string =>
  words.replace(MOMENT, "(moment)").replace(TOOK, (found) => (found.endsWith(" ") ? "(time) " : "(time)"));
const timelessPage = (html: string): string =>
  html
    .split(AROUND_FIGURES)
    .map((part) => (part.startsWith("<figure") ? part : timeless(part)))
    .join("");

/** A block with its times removed. */
function timelessBlock(block: ReportBlock): ReportBlock {
  switch (block.kind) {
    case "text":
      return { ...block, text: timeless(block.text) };
    case "heading":
      return { ...block, note: timeless(block.note) };
    case "list":
      return { ...block, items: block.items.map(timeless) };
    case "figures":
      return { ...block, figures: block.figures.map((one) => ({ ...one, value: timeless(one.value), note: timeless(one.note) })) };
    case "table":
      return { ...block, rows: block.rows.map((row) => row.map(timeless)) };
    case "chart":
      return block;
  }
}

const VERSIONS: ReadonlySet<string> = new Set(["appVersion", "kernelDigest"]);
/** The time of computation also differs. */
const isMoment = (name: string, value: unknown): boolean =>
  name === "at" && typeof value === "string" && /^\d{4}-\d\d-\d\dT.*Z$/.test(value);

/** What a page shows at the position of a part; null if there is no such position. */
function shownFor({ between: [begin, end] }: PagePart, page: string): string | null {
  const found = page.indexOf(begin);
  if (found < 0) return null;
  const from = found + begin.length;
  const to = page.indexOf(end, from);
  return plainText(page.slice(from, to < 0 ? page.length : to)).slice(0, MAX_SHOWN);
}

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json, (name, value) => (VERSIONS.has(name) || isMoment(name, value) ? undefined : value));
  } catch {
    return null;
  }
};

/** The values behind the page that differ from the recomputed ones. */
async function alteredValues(html: string, data: string, context: JobContext): Promise<{ values: Count; altered: AlteredBlock[] }> {
  const [kept, now] = [await plainOf(parsed(resultOf(html)), context), await plainOf(parsed(data), context)];
  const { values, others } = compareResults(kept, now, [], false);
  const differing = others.filter(({ verdict }) => verdict === "differs");
  const named = differing.map((one) => ({
    name: `Result as JSON: ${one.path}`,
    written: String(one.now ?? "nothing"),
    shown: String(one.kept),
  }));
  return { values, altered: named };
}

/**
 * Compares a report's page with the same screen computed again.
 * @param html the report
 * @param told the recomputed screen, in the form of a report
 * @param data `reportData` of it
 */
export async function comparePage(html: string, reported: ReportContent, data: string, context: JobContext): Promise<PageComparison> {
  const end = contentOf(html, PAGE_BEGIN)?.from;
  const page = html.slice(0, end === undefined ? html.length : end - PAGE_BEGIN.length);
  // Only results contain durations: a name, a setting or a formula that looks like one ("5 min", "2 s^4") must be equal.
  const frame = frameParts(reported);
  const missing = frame.filter((part) => !page.includes(part.html));
  const altered = missing.map((part): AlteredBlock => ({ name: part.name, written: part.words, shown: shownFor(part, page) }));
  const shown = timelessPage(page);
  const content = { ...reported, blocks: reported.blocks.map(timelessBlock) };
  const blocks = await Promise.all(content.blocks.map(written));
  altered.push(...(await alteredIn(shown, blocks)));
  const own = timelessPage(pageHtml({ ...content, evidence: null }, data));
  const otherVersion = !html.includes(plainText(content.appVersion)) || !html.includes(content.kernelDigest);
  const from = (page: string) => bare(otherVersion ? page.slice(page.indexOf(BODY)) : page);
  if (altered.length === 0 && from(shown) !== from(own)) altered.push(FRAME);
  const behind = await alteredValues(html, data, context);
  const inBlocks = blocks.reduce((sum, block) => sum + (block.kind === "chart" ? 1 : partsOf(block).length), 0);
  return { parts: frame.length + inBlocks + behind.values, altered: [...altered, ...behind.altered], otherVersion };
}
