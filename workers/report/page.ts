import { type Formula, MATH_TAGS, type MathNode } from "../formula";
import type { DocumentedFunction, Evidence, ReportBlock, ReportContent, ReportMethod, ReportSource } from "./types";

/** A report's data is in template elements: inert, never fetched or executed. */
export const DATA_BEGIN = '<template id="prospect-result">';
export const SIGNATURE_BEGIN = '<template id="prospect-signature">';
/** Start tag of a dataset in a report. @param file its name in the report's document @param crc CRC-32 of its bytes */
export const datasetBegin = (file: string, crc: number): string => `<template class="prospect-data" title="${file}" data-crc32="${crc}">`;
export const TEMPLATE_END = "</template>";
/** Start tag of the SHA-256, in hex, of everything before it, which is all that a report shows. */
export const PAGE_BEGIN = '<template id="prospect-page">';

/** JSON as the content of a template, without characters that could start a tag or an entity. */
const inert = (json: string): string => json.replace(/[<&]/g, (sign) => (sign === "<" ? "\\u003c" : "\\u0026"));

/** Marks a report that can be verified. */
const GENERATOR = '<meta name="generator" content="Prospect">';

const SIGNS = /[&<>"']/g;
/** Lone surrogates, which a file cannot encode, and control characters that HTML drops or changes. */
const UNWRITABLE = /(?![\t\n\r\x7f-\x9f])[\p{Cc}\p{Cs}]/gu;
/** A text escaped for HTML, both as content and in quoted attributes. */
export const escaped = (text: string): string => text.replace(UNWRITABLE, "\ufffd").replace(SIGNS, (sign) => `&#${sign.charCodeAt(0)};`);

/** The text content of a piece of HTML. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>?/g, " ")
    .replace(/&#(\d{1,3});/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, " ")
    .trim();

/** Nothing is fetched and no script runs: the file is the same wherever it is opened. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const STYLE = `:root{color-scheme:light}*{box-sizing:border-box}
body{font:14px/1.5 Inter,system-ui,sans-serif;color:#1c2330;background:#fff;max-width:1000px;margin:0 auto;padding:2rem 1.25rem 3rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em;margin:0 0 .25rem}
h2{font-size:1.1rem;margin:2.25rem 0 .6rem;padding-top:.6rem;border-top:1px solid #d5dae2}h3{font-size:.95rem;margin:1.4rem 0 .4rem}h2 small,h3 small{font-weight:400;font-size:.82rem;margin-left:.4rem}
p{margin:.4rem 0}ul,ol{margin:.4rem 0;padding-left:1.3rem}.muted,small{color:#566072}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));margin:.6rem 0;border:1px solid #d5dae2;border-width:1px 0 0 1px}
.figures div{padding:.45rem .7rem;border:1px solid #d5dae2;border-width:0 1px 1px 0;min-width:0}
dt{color:#566072;font-size:.82rem}dd{margin:0;font-variant-numeric:tabular-nums}.figures dd:first-of-type{font-size:1.05rem;font-weight:550}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;margin:.4rem 0}
caption{text-align:left;color:#566072;font-size:.82rem;padding-bottom:.2rem}
th,td{overflow-wrap:normal;text-align:right;vertical-align:top;padding:.2rem .6rem;border-bottom:1px solid #e3e7ee}th{font-weight:550;color:#566072;font-size:.82rem}
th:first-child,td:first-child{text-align:left;padding-left:0}td.short{white-space:nowrap}.facts th,.facts td{text-align:left;overflow-wrap:anywhere}
.facts{table-layout:fixed}.facts th{width:15rem}figure{margin:.8rem 0}svg{display:block;max-width:100%;height:auto}
code,pre,.hash{font:12px/1.5 ui-monospace,monospace}pre{white-space:pre-wrap;margin:.4rem 0}
.formula{display:block;overflow-x:auto;overflow-y:hidden;line-height:1.75}math{font-family:"STIX Two Math","Cambria Math","Latin Modern Math","Noto Sans Math",math,serif}
summary{cursor:default}details>pre{max-height:30rem;overflow:auto;border:1px solid #e3e7ee;padding:.6rem}
@media screen and (max-width:600px){figure{overflow-x:auto}svg{max-width:max(100%,640px)}body{padding:1.25rem .9rem}.facts th{width:40%}th,td{padding:.2rem .35rem}}
@media print{body{max-width:none;padding:0;font-size:10pt}h2,h3{break-after:avoid}figure,.figures div,tr{break-inside:avoid}
.scroll{overflow:visible}thead{display:table-header-group}details{display:none}.onscreen{display:none}}`;

/** Maximum length of a cell that stays on one line: a figure with its unit, a date. */
const SHORT_CELL = 24;

const row = (cells: readonly string[], tag: "td" | "th"): string =>
  `<tr>${cells.map((cell) => `<${tag}${cell.length > SHORT_CELL ? "" : ' class="short"'}>${escaped(cell)}</${tag}>`).join("")}</tr>`;

type Fact = readonly [name: string, value: string];

const factRow = ([name, value]: Fact, kind = ""): string =>
  `<tr><th scope="row">${escaped(name)}</th><td${kind}>${escaped(value)}</td></tr>`;

/** A table of names and values. */
const factsTable = (facts: readonly Fact[], kind = ""): string =>
  `<table class="facts"><tbody>${facts.map((fact) => factRow(fact, kind)).join("")}</tbody></table>`;

const RESULT_BEGIN = '<pre id="result">';

/** The JSON given to `pageHtml`; empty if there is none. */
export function resultOf(html: string): string {
  const from = html.lastIndexOf(RESULT_BEGIN);
  if (from < 0) return "";
  return html
    .slice(from + RESULT_BEGIN.length, html.indexOf("</pre>", from))
    .replace(/&#(\d{1,3});/g, (_, code) => String.fromCharCode(Number(code)));
}

const HASHED = ' class="hash"';
const sourceFact = ({ name, sha256, size }: ReportSource): Fact => [name, `${size}, SHA-256 ${sha256}`];

/** A part of a page: its name, its text, and its HTML. */
export interface PagePart {
  name: string;
  words: string;
  html: string;
  /** The HTML before and after its text on any page. */
  between: readonly [begin: string, end: string];
}

/** The parts of a page besides its results: title, settings, methods, data. */
export function frameParts({ title, settings, methods, sources }: ReportContent): PagePart[] {
  const fact = (one: Fact, kind?: string): PagePart => {
    const html = factRow(one, kind);
    return { name: one[0], words: one[1], html, between: [html.slice(0, html.indexOf("<td")), "</tr>"] };
  };
  const method = (one: ReportMethod): PagePart => {
    const begin = `<h3>${escaped(one.title)}</h3>`;
    return { name: one.title, words: one.formula, html: methodText(one), between: [begin, "<h"] };
  };
  return [
    { name: "Title", words: title, html: `<h1>${escaped(title)}</h1>`, between: ["<h1>", "</h1>"] },
    ...settings.map((one) => fact(one)),
    ...methods.map(method),
    ...sources.map((source) => fact(sourceFact(source), HASHED)),
  ];
}

/** The HTML of a report's part. */
export function blockHtml(block: ReportBlock): string {
  switch (block.kind) {
    case "heading": {
      const note = block.note ? ` <small>${escaped(block.note)}</small>` : "";
      return `<h${block.level}>${escaped(block.text)}${note}</h${block.level}>`;
    }
    case "text":
      return `<p>${escaped(block.text)}</p>`;
    case "list":
      return `<ul>${block.items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`;
    case "figures": {
      const cells = block.figures.map(({ label, value, note }) => {
        const below = note ? `<dd><small>${escaped(note)}</small></dd>` : "";
        return `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>${below}</div>`;
      });
      return `<dl class="figures">${cells.join("")}</dl>`;
    }
    case "table": {
      const note = block.note ? `<p class="muted">${escaped(block.note)}</p>` : "";
      const caption = block.label ? `<caption>${escaped(block.label)}</caption>` : "";
      const head = block.head.length > 0 ? `<thead>${row(block.head, "th")}</thead>` : "";
      const body = block.rows.map((cells) => row(cells, "td")).join("");
      return `<div class="scroll"><table>${caption}${head}<tbody>${body}</tbody></table></div>${note}`;
    }
    case "chart":
      return `<figure aria-label="${escaped(block.title)}">${block.svg}</figure>`;
  }
}

const MATHEMATICS: ReadonlySet<string> = new Set(MATH_TAGS);

/** An element of a formula: only allowed tags, with escaped text. */
function mathHtml([tag, content, kind]: MathNode): string {
  if (!MATHEMATICS.has(tag)) return "";
  const how = kind === "small" ? ' stretchy="false"' : kind === undefined ? "" : ` form="${kind === "infix" ? "infix" : "prefix"}"`;
  return `<${tag}${how}>${typeof content === "string" ? escaped(content) : content.map(mathHtml).join("")}</${tag}>`;
}

/** A formula, one line per clause; as text if there is no MathML for it. */
function formulaHtml(formula: string, lines: Formula | undefined): string {
  if (!lines) return escaped(formula);
  const piece = (one: Formula[number][number]): string => {
    if (typeof one === "string") return escaped(one);
    const [source, ...nodes] = one;
    return `<math displaystyle="true" alttext="${escaped(source)}">${nodes.map(mathHtml).join("")}</math>`;
  };
  return lines
    .map(
      (line) =>
        `<span class="formula">${line
          .map(piece)
          .join(" ")
          .replace(/ ([;.])$/, "$1")}</span>`,
    )
    .join("");
}

function methodText({ title, formula, lines, facts, differs, computedBy }: ReportMethod): string {
  const rows = (one: DocumentedFunction): string =>
    [
      `<tr><th scope="row">Formula</th><td>${formulaHtml(one.formula, one.lines)}</td></tr>`,
      factRow(["After", one.source]),
      factRow(["Checked", one.tolerance]),
      one.code ? factRow(["Code", one.code]) : "",
    ].join("");
  const own = computedBy ? `<p>${escaped(computedBy.what)}</p><table class="facts"><tbody>${rows(computedBy)}</tbody></table>` : "";
  const different = differs ? `<p class="muted">${escaped(differs)}</p>` : "";
  return `<h3>${escaped(title)}</h3><p>${formulaHtml(formula, lines)}</p>${facts.length > 0 ? factsTable(facts) : ""}${different}${own}`;
}

/** Explains what the report can be recomputed from. */
function heldText({ data, left }: Evidence): string {
  const held = data.length === 0 ? "" : "The data is in this file: drop it on any copy of Prospect to recompute the result.";
  const rest = left.length === 0 ? "" : `Not in this file because of its size, but needed to recompute the result: ${left.join(", ")}.`;
  const words = [held, rest].filter((text) => text !== "").join(" ");
  return words === "" ? "" : `<p class="onscreen">${escaped(words)}</p>\n`;
}

/** The data embedded in the page, which are not displayed. */
function heldTemplates({ document, data }: Evidence): string {
  const datasets = data.map(({ file, crc, base64 }) => `${datasetBegin(escaped(file), crc)}${base64}${TEMPLATE_END}\n`);
  return `${DATA_BEGIN}${inert(document)}${TEMPLATE_END}\n${datasets.join("")}${SIGNATURE_BEGIN}${TEMPLATE_END}\n`;
}

/** The visible page, without the data embedded after it. */
export function pageHtml(content: ReportContent, data: string): string {
  const { title, computedAt, sources, settings, blocks, methods, appVersion, kernelDigest, evidence } = content;
  const again = factsTable([...sources.map(sourceFact), ["Kernels", kernelDigest], ["Prospect", appVersion]], HASHED);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">${evidence === null ? "" : GENERATOR}<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
<p class="muted">Computed ${escaped(computedAt)} by Prospect ${escaped(appVersion)} on this device; nothing was sent anywhere.</p>
${blocks.map(blockHtml).join("\n")}
<h2>Settings</h2>
${settings.length > 0 ? factsTable(settings) : "<p>None.</p>"}
${methods.length > 0 ? `<h2>How it is computed</h2>\n${methods.map(methodText).join("\n")}` : ""}
<h2>Reproduce</h2>
${again}
<p class="onscreen">The same data, settings and kernels give the same figures to the bit. They follow Prospect's own definitions; those of other programs have the program’s name.</p>
${evidence === null ? "" : heldText(evidence)}<details><summary>Result as JSON</summary>${RESULT_BEGIN}${escaped(data)}</pre></details>
`;
}

/**
 * A report as a single self-contained file: nothing in it is fetched or run, and every text is escaped.
 * @param data `result` and the columns behind the charts, as JSON
 * @param hashed computes the SHA-256 of a text in hex; empty without Web Crypto
 */
export async function reportPage(content: ReportContent, data: string, hashed: (text: string) => Promise<string>): Promise<string> {
  const page = pageHtml(content, data);
  if (content.evidence === null) return `${page}</body></html>\n`;
  return `${page}${PAGE_BEGIN}${await hashed(page)}${TEMPLATE_END}\n${heldTemplates(content.evidence)}</body></html>\n`;
}
