import { fail, type Outcome, succeed } from "../contract";
import { textHash } from "../hex";
import { blockHtml, DATA_BEGIN, PAGE_BEGIN, plainText, SIGNATURE_BEGIN, TEMPLATE_END } from "../report";
import type { JobContext } from "../runtime/job";
import { readDocument, type WrittenBlock } from "./document";
import { datasetsIn } from "./report-data";
import type { AlteredBlock, OpenResult } from "./result-file";
import { type SigningKey, sign, verify } from "./signature";

const REPORT_KIND = "prospect-report";
/** Far larger than any report. */
const MAX_SIZE = 1 << 27;
/** Characters shown of the replacement of a changed part. */
export const MAX_SHOWN = 120;

/** Position of a template's content; null if there is none. */
export function contentOf(text: string, begin: string): { from: number; to: number } | null {
  const found = text.lastIndexOf(begin);
  if (found < 0) return null;
  const from = found + begin.length;
  const to = text.indexOf(TEMPLATE_END, from);
  return to < 0 ? null : { from, to };
}

export const FRAME: AlteredBlock = { name: "A part beside the results", written: "what was saved", shown: "something else" };

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A report with its signature in the reserved place: it covers every other byte of the file. */
export async function signReport(html: string, key: SigningKey): Promise<string> {
  const place = contentOf(html, SIGNATURE_BEGIN);
  if (!place) throw new Error("the report has no place for a signature");
  const signature = await sign(key, REPORT_KIND, encoded(html));
  return html.slice(0, place.from) + signature + html.slice(place.to);
}

const figureName = (block: WrittenBlock): string => {
  if (block.kind === "heading" || block.kind === "text") return block.text.slice(0, 60);
  if (block.kind === "table") return block.label || "Table";
  return block.kind === "chart" ? block.title : "List";
};

/** The parts of a block, each with name, text and HTML, by which changes are reported. */
export function partsOf(block: Exclude<WrittenBlock, { kind: "chart" }>): { name: string; words: string; html: string }[] {
  const whole = (one: typeof block, name: string, words: string) => ({ name, words, html: blockHtml(one) });
  if (block.kind === "figures")
    return block.figures.map((figure) => {
      const html = blockHtml({ kind: "figures", figures: [figure] });
      return {
        name: figure.label,
        words: `${figure.value} ${figure.note}`.trim(),
        html: html.slice(html.indexOf(">") + 1, -"</dl>".length),
      };
    });
  if (block.kind === "table") {
    return block.rows.map((row) => {
      const html = blockHtml({ ...block, label: "", head: [], rows: [row], note: "" });
      const name = [block.label, row[0]].filter(Boolean).join(": ");
      return { name, words: row.slice(1).join(", "), html: html.slice(html.indexOf("<tr>"), html.indexOf("</tbody>")) };
    });
  }
  return [whole(block, figureName(block), block.kind === "list" ? block.items.join(", ") : block.text)];
}

/** Compares the page with its data, block by block. */
export async function alteredIn(html: string, blocks: readonly WrittenBlock[]): Promise<AlteredBlock[]> {
  const altered: AlteredBlock[] = [];
  let at = 0;
  for (const [place, block] of blocks.entries()) {
    if (block.kind === "chart") {
      const begin = html.indexOf("<figure", at);
      const end = html.indexOf("</figure>", begin);
      const drawn = begin < 0 || end < 0 ? null : await textHash(html.slice(html.indexOf(">", begin) + 1, end));
      // The drawing found here belongs to a later chart: this one was removed.
      const isOther = drawn !== null && blocks.slice(place).some((one) => one.kind === "chart" && one.sha256 === drawn);
      if (drawn !== block.sha256)
        altered.push({ name: block.title, written: "the drawing", shown: begin < 0 || isOther ? null : "another drawing" });
      if (drawn === block.sha256 || (drawn !== null && !isOther)) at = end;
      continue;
    }
    const wanted = blockHtml(block);
    const found = html.indexOf(wanted, at);
    if (found >= 0 && !hasWords(html, at, found)) {
      at = found + wanted.length;
      continue;
    }
    const next = nextBlock(html, blocks, place + 1, at);
    // A match after the following blocks is a later, similar block.
    if (found >= 0 && found <= next) {
      at = found + wanted.length;
      continue;
    }
    altered.push(...changesIn(html.slice(at, next), block));
    at = next;
  }
  return altered;
}

/** Longer than any invisible text between two blocks. */
const MAX_GAP = 2000;
/** Whether anything visible is between two positions of a page. */
const hasWords = (html: string, from: number, to: number): boolean => to - from > MAX_GAP || plainText(html.slice(from, to)) !== "";

/** A template that a report contains behind its page: the content of any other may be displayed ("shadowrootmode"). */
const TEMPLATE =
  /<template (?:id="prospect-(page|result|signature)"|class="prospect-data" title="[^"<>]*" data-crc32="\d+")>[^<]*<\/template>/g;

/** Whether there may be visible content behind the page, or duplicates: no reader should have to guess which of two documents counts. */
function isBehindAltered(html: string): boolean {
  const ids = [...html.matchAll(TEMPLATE)].flatMap(([, id]) => id ?? []);
  return html.replace(TEMPLATE, "").trim() !== "</body></html>" || !/^(?:page )?result signature$/.test(ids.join(" "));
}

/** Whether anything shown beside the results has changed since the report was saved: its title, settings and methods, or another part. */
async function isFrameAltered(html: string): Promise<boolean> {
  const page = contentOf(html, PAGE_BEGIN);
  const end = page ? page.from - PAGE_BEGIN.length : html.indexOf(DATA_BEGIN);
  if (isBehindAltered(html.slice(end))) return true;
  const wanted = page ? html.slice(page.from, page.to) : "";
  return wanted !== "" && (await textHash(html.slice(0, end))) !== wanted;
}

/** Number of blocks searched after a changed one. */
const MAX_AHEAD = 8;

/** Start of the next unchanged block: the closest of those found, since a changed one may resemble a later one. */
function nextBlock(html: string, blocks: readonly WrittenBlock[], from: number, at: number): number {
  let nearest = html.length;
  let ahead = 0;
  for (const block of blocks.slice(from)) {
    const found = block.kind === "chart" ? html.indexOf("<figure", at) : html.indexOf(blockHtml(block), at);
    if (found >= 0) nearest = Math.min(nearest, found);
    if (++ahead >= MAX_AHEAD && nearest < html.length) break;
  }
  return nearest;
}

/** The parts of a block that differ on the page, and their replacements. */
function changesIn(html: string, block: Exclude<WrittenBlock, { kind: "chart" }>): AlteredBlock[] {
  const missing = partsOf(block).filter((part) => !html.includes(part.html));
  if (missing.length === 0) return [{ name: figureName(block), written: "its frame", shown: "another one" }];
  return missing.map(({ name, words, html: own }) => ({ name, written: words, shown: shownInstead(html, own) }));
}

/** Text on the page after the name of a part, up to its end; null if not even the name is found. */
function shownInstead(html: string, own: string): string | null {
  const nameEnd = /<\/(?:dt|td)>/.exec(own)?.index ?? 0;
  const found = nameEnd > 0 ? html.indexOf(own.slice(0, nameEnd)) : 0;
  if (found < 0) return null;
  const end = html.indexOf(own.slice(own.lastIndexOf("</")), found);
  return plainText(html.slice(found + nameEnd, end < 0 ? html.length : end)).slice(0, MAX_SHOWN);
}

/** Reads a report's document, verifies that the page matches its data, and reads its datasets; others must be in the library. */
export async function readReportFile(file: Blob, context: JobContext): Promise<Outcome<OpenResult>> {
  if (file.size > MAX_SIZE) return fail("bad-input", "results/foreign");
  const html = await file.text();
  const data = contentOf(html, DATA_BEGIN);
  if (!data) return fail("bad-input", "results/foreign");
  const document = readDocument(html.slice(data.from, data.to));
  if (!document.ok) return document;
  const place = contentOf(html, SIGNATURE_BEGIN);
  const signature = place ? html.slice(place.from, place.to) : "";
  const bare = place ? html.slice(0, place.from) + html.slice(place.to) : html;
  const state = await verify(signature === "" ? null : signature, REPORT_KIND, encoded(bare));
  const altered = await alteredIn(html.slice(0, data.from), document.value.page ?? []);
  if (altered.length === 0 && (await isFrameAltered(html))) altered.push(FRAME);
  const held = await datasetsIn(html.slice(data.to), document.value, context);
  if (!Array.isArray(held)) return fail("bad-input", "results/dataDamaged", { name: held.damaged });
  return succeed({ kind: "report", document: document.value, signature: state, data: held, altered, unlisted: [] });
}
