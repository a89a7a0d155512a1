import type { Count } from "../../contract";
import { Markup } from "../markup";

/** A row of an HTML table, with cells at their grid positions: a cell spanning three columns is followed by two empty ones. */
interface HtmlRow {
  cells: string[];
  /** Line in the markup, counted from 1. */
  line: Count;
  /** Table within the markup, counted from 1; 0 outside of any. */
  table: Count;
}

/** Longer cells are cut. */
const MAX_CELL_LENGTH: Count = 500;
const MAX_CELLS: Count = 200;
const MAX_SPAN: Count = 100;
/** Maximum nesting of tables. */
const MAX_DEPTH: Count = 100;

/** Elements whose content is not text of the page. */
const RAW = new Set(["script", "style", "template", "noscript", "textarea", "title", "iframe", "svg"]);
/** Elements that separate words. */
const BREAKS = new Set(["br", "p", "div", "li", "td", "th", "tr", "table", "h1", "h2", "h3", "h4"]);

/** Whether a text is markup with a table in it. */
export const looksLikeHtml = (head: string): boolean => /<(?:!doctype html|html|table|tr|body|head)[\s>]/i.test(head.slice(0, 65_536));

/** Whether an attribute hides its element. */
const hides = (name: string, value: string): boolean =>
  name === "hidden" || (name === "class" && /\bhidden\b/i.test(value)) || (name === "style" && /display\s*:\s*none/i.test(value));

/** Calls `take` for each table row of an HTML text, in order. Only text is extracted; markup that is not understood is skipped. */
export function eachHtmlRow(text: string, take: (row: HtmlRow) => void): void {
  let cells: string[] = [];
  let cell: { text: string; span: Count; hidden: boolean } | null = null;
  /** Whether the following attributes belong to a cell. */
  let inCellTag = false;
  let inRow = false;
  let raw: string | null = null;
  let line = 1;
  let tables = 0;
  /** The open tables. */
  const around: Count[] = [];
  // Each is searched once: a text without line ends is not searched again for every row.
  let lineEnd = text.indexOf("\n");

  const add = (piece: string) => {
    if (cell && !cell.hidden && cell.text.length < MAX_CELL_LENGTH) cell.text += piece.slice(0, MAX_CELL_LENGTH);
  };
  const endCell = () => {
    if (cell && !cell.hidden && cells.length < MAX_CELLS) {
      cells.push(cell.text.replace(/\s+/g, " ").trim());
      for (let extra = 1; extra < cell.span && cells.length < MAX_CELLS; extra++) cells.push("");
    }
    cell = null;
  };
  const endRow = () => {
    endCell();
    if (inRow && cells.some((filled) => filled !== "")) take({ cells, line, table: around.at(-1) ?? 0 });
    cells = [];
    inRow = false;
  };
  const events = {
    open(name: string, at: Count) {
      inCellTag = false;
      if (raw !== null) return;
      if (RAW.has(name)) raw = name;
      else if (name === "table") {
        add(" ");
        tables++;
        // Bounds the stack if tables are never closed.
        if (around.length < MAX_DEPTH) around.push(tables);
      } else if (name === "tr") {
        endRow();
        inRow = true;
        for (; lineEnd >= 0 && lineEnd < at; lineEnd = text.indexOf("\n", lineEnd + 1)) line++;
      } else if (name === "td" || name === "th") {
        endCell();
        inRow = inCellTag = true;
        cell = { text: "", span: 1, hidden: false };
      } else if (BREAKS.has(name)) add(" ");
    },
    attribute(name: string, value: string) {
      if (!inCellTag || !cell) return;
      if (name === "colspan") cell.span = Math.min(MAX_SPAN, Math.max(1, Number.parseInt(value, 10) || 1));
      if (hides(name, value)) cell.hidden = true;
    },
    close(name: string) {
      if (raw === name) raw = null;
      else if (raw !== null) return;
      else if (name === "tr" || name === "table") {
        endRow();
        if (name === "table") around.pop();
      } else if (name === "td" || name === "th") endCell();
      else if (BREAKS.has(name)) add(" ");
    },
    text(piece: string) {
      if (raw === null) add(piece);
    },
  };
  new Markup(text, events, { isXml: false }).read();
  endRow();
}
