import type { ReportBlock, ReportColumns, ReportFigure } from "../../../workers/report/types";
import { ChartColors } from "../../charts/chart-colors";
import { svgText } from "../../charts/picture";
import { shownCharts } from "../../charts/shown-charts";
import { count } from "../../lib/format.ts";
import { type Provenance, shownProvenance } from "../../ui/info-button.tsx";

/** Content that is not a result: controls and their messages, placeholders, samples, charts whose numbers are listed beside them. */
const LEFT_OUT =
  "button, input, select, textarea, label, svg, canvas, nav, style, [aria-hidden=true], [data-report=none], [data-waiting], [data-rac], section:has([data-sample])";
/** Inline elements. */
const INLINE = "span, small, strong, em, b, i, code, sub, sup, a, mark, time, abbr, kbd, br, wbr";
const CELLS = ":is(th, td):not([data-report=none])";
const NAMES_A_PART = "h2, h3, h4, summary";

interface PageContent {
  blocks: ReportBlock[];
  provenance: Provenance[];
  /** The columns of each chart. */
  columns: ReportColumns[];
}

/** Reads results as displayed: headings, figures, tables, texts and charts in order, and the provenance of figures. */
export async function readPage(results: Element): Promise<PageContent> {
  const light = document.createElement("div");
  light.className = "on-paper";
  const { updown } = document.documentElement.dataset;
  if (updown) light.dataset.updown = updown;
  document.body.append(light);
  const colors = new ChartColors(light, () => undefined);
  try {
    const reader = new PageReader(colors);
    await reader.read(results);
    return { ...reader, blocks: tidy(reader.blocks) };
  } finally {
    colors.dispose();
    light.remove();
  }
}

class PageReader implements PageContent {
  readonly blocks: ReportBlock[] = [];
  readonly provenance: Provenance[] = [];
  readonly columns: ReportColumns[] = [];
  private readonly colors: ChartColors;

  constructor(colors: ChartColors) {
    this.colors = colors;
  }

  async read(element: Element): Promise<void> {
    const stated = shownProvenance.get(element);
    if (stated) this.provenance.push(stated);
    if (element.matches("[data-report=chart]")) return this.takeChart(element);
    if (element.matches(NAMES_A_PART)) return this.takeHeading(element, element);
    const head = element.matches("header") ? element.querySelector(NAMES_A_PART) : null;
    if (head) return this.takeHeading(head, element);
    if (element.matches("table")) return this.takeTable(element);
    if (element.matches("dl")) return this.takeFigures(element);
    if (element.matches("ul, ol")) return this.takeList(element);
    if (element.matches("[role=tabpanel]")) this.takeViewName(element);
    if (element.matches(LEFT_OUT)) return this.takeProvenance(element);
    if (isLine(element)) {
      const text = textOf(element);
      if (text) this.blocks.push({ kind: "text", text });
      return this.takeProvenance(element);
    }
    for (const child of element.children) await this.read(child);
  }

  private takeProvenance(element: Element): void {
    for (const button of element.querySelectorAll("button")) {
      const stated = shownProvenance.get(button);
      if (stated) this.provenance.push(stated);
    }
  }

  private takeViewName(panel: Element): void {
    const tab = document.getElementById(panel.getAttribute("aria-labelledby") ?? "");
    const text = tab ? textOf(tab) : "";
    if (text) this.blocks.push({ kind: "heading", level: 2, text, note: "" });
  }

  /** @param header other text in it becomes the heading's note */
  private takeHeading(element: Element, header: Element): void {
    const text = textOf(element);
    const withinView = element.closest("[role=tabpanel]") !== null;
    const level = withinView || !element.matches("h2") ? 3 : 2;
    if (text) this.blocks.push({ kind: "heading", level, text, note: header === element ? "" : wordsBeside(element, header) });
    this.takeProvenance(header);
  }

  private takeList(element: Element): void {
    const items = [...element.children].map(textOf).filter((text) => text !== "");
    if (items.length > 0) this.blocks.push({ kind: "list", items });
    this.takeProvenance(element);
  }

  private takeFigures(element: Element): void {
    const figures: ReportFigure[] = [];
    for (const part of element.querySelectorAll("dt, dd")) {
      const text = textOf(part);
      const last = figures.at(-1);
      if (part.matches("dt")) figures.push({ label: text, value: "", note: "" });
      else if (last && last.value === "") last.value = text;
      else if (last) last.note = last.note ? `${last.note} ${text}` : text;
    }
    if (figures.length > 0) this.blocks.push({ kind: "figures", figures });
    this.takeProvenance(element);
  }

  private takeTable(element: Element): void {
    const cells = (row: Element) => [...row.querySelectorAll(CELLS)].map((cell) => textOf(cell) || textOf(buttonOf(cell)));
    const head = element.querySelector("thead tr");
    const rows = [...element.querySelectorAll("tbody tr:not([aria-hidden=true])")].map(cells);
    const all = Number(element.getAttribute("aria-rowcount") ?? 0) - 1;
    const note = all > rows.length ? `${count(rows.length)} of ${count(all)} rows shown; the CSV export has all rows.` : "";
    if (rows.length > 0) {
      this.blocks.push({ kind: "table", label: element.getAttribute("aria-label") ?? "", head: head ? cells(head) : [], rows, note });
    }
    this.takeProvenance(element);
  }

  private async takeChart(element: Element): Promise<void> {
    const chart = shownCharts.get(element);
    if (!chart?.picture) return;
    const { title, columns } = chart;
    const picture = await chart.picture();
    if (picture.marks.length === 0) return;
    this.columns.push({ title, columns: columns() });
    const form = { alone: false, clipPrefix: `chart${this.columns.length}-` };
    this.blocks.push({ kind: "chart", title, svg: svgText(picture, this.colors, title, form) });
  }
}

/** A sortable header and a selectable value are inside a button. */
const buttonOf = (cell: Element): Element => cell.querySelector("button") ?? cell;

/** Other text on the line of a heading, which may be wrapped in a box together with its note. */
function wordsBeside(heading: Element, header: Element): string {
  const beside = [...header.children].filter((child) => child !== heading && !child.matches(LEFT_OUT));
  const words = beside.map((child) => (child.contains(heading) ? wordsBeside(heading, child) : textOf(child)));
  return words.filter(Boolean).join(" ");
}

/** Has text of its own, or only inline content. */
function isLine(element: Element): boolean {
  const nodes = [...element.childNodes];
  const words = nodes.some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  if (words || element.matches("p")) return true;
  return element.children.length > 0 && [...element.children].every((child) => child.matches(INLINE));
}

/** Visible text of an element without its controls; for a figure by another program's definition, our own value. */
function textOf(element: Element): string {
  const words: string[] = [];
  const collect = (node: Node, top: boolean) => {
    if (node.nodeType === Node.TEXT_NODE) words.push(node.textContent ?? "");
    if (!(node instanceof Element)) return;
    if (!top && node.matches(LEFT_OUT)) return;
    const own = node.getAttribute("data-reported");
    if (own !== null) {
      words.push(own);
      return;
    }
    for (const [place, child] of [...node.childNodes].entries()) {
      // Adjacent elements are separated on the page even without whitespace in the markup.
      if (place > 0 && child instanceof Element && node.childNodes[place - 1] instanceof Element) words.push(" ");
      collect(child, false);
    }
  };
  collect(element, true);
  return words.join("").replace(/\s+/g, " ").trim();
}

/** Drops headings without content, and titles that only repeat the heading above. */
function tidy(blocks: readonly ReportBlock[]): ReportBlock[] {
  const kept: ReportBlock[] = [];
  for (const block of [...blocks].reverse()) {
    const next = kept.at(-1);
    if (block.kind === "heading") {
      if (!next || (next.kind === "heading" && next.level <= block.level)) continue;
      if (next.kind === "table" && next.label === block.text) kept[kept.length - 1] = { ...next, label: "" };
    }
    kept.push(block);
  }
  return kept.reverse();
}
