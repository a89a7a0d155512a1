/** A row of an HTML table as its cells stand on the grid: a cell over three columns is followed by two empty ones. */
export interface HtmlRow {
  cells: string[];
  /** In the markup, counted from 1. */
  line: number;
}

/** Tags and cells beyond these lengths are noise. */
const MAX_TAG_LENGTH = 4000;
const MAX_CELL_LENGTH = 500;
const MAX_CELLS = 200;
const MAX_SPAN = 100;

const NAMED: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  minus: "-",
  euro: "€",
  pound: "£",
  copy: "©",
};
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;

/** Character references as characters; unknown ones stay as they are. */
export const decodeEntities = (text: string): string =>
  text.includes("&")
    ? text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name) return Object.hasOwn(NAMED, name.toLowerCase()) ? NAMED[name.toLowerCase()] : whole;
        const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
        return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : "";
      })
    : text;

/** Where a tag ends, quotes respected; -1 where it does not end within reach. */
function tagEnd(text: string, from: number): number {
  const most = Math.min(text.length, from + MAX_TAG_LENGTH);
  let quote = "";
  for (let at = from; at < most; at++) {
    const sign = text[at];
    if (quote) {
      if (sign === quote) quote = "";
    } else if (sign === ">") return at;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return -1;
}

const HIDDEN = /\shidden(?=[\s=/>]|$)|\sclass\s{0,4}=\s{0,4}["']?[^"'>]{0,200}\bhidden\b|display\s{0,4}:\s{0,4}none/i;
const SPAN = /\scolspan\s{0,4}=\s{0,4}["']?\s{0,4}(\d{1,3})/i;
const NAME = /^\/?([a-z][a-z0-9]{0,15})/i;
/** Elements whose content is no text of the page. */
const RAW = new Set(["script", "style", "template", "noscript", "textarea", "title", "iframe", "svg"]);
/** Elements that part words. */
const BREAKS = new Set(["br", "p", "div", "li", "td", "th", "tr", "table", "h1", "h2", "h3", "h4"]);

/** Whether a text is markup with a table in it. */
export const looksLikeHtml = (head: string): boolean => /<(?:!doctype html|html|table|tr|body|head)[\s>]/i.test(head.slice(0, 65_536));

/**
 * The table rows of an HTML text, one after the other. Only text comes out: nothing is built, fetched or run, and markup that is not understood
 * is skipped. One pass, in time that grows with the length of the text whatever it holds.
 */
export function* htmlRows(text: string): Generator<HtmlRow> {
  let at = 0;
  let cells: string[] = [];
  let cell: { text: string; span: number; hidden: boolean } | null = null;
  let inRow = false;
  let line = 1;
  // Looked for once each: a text without line ends is not searched again for every row.
  let lineEnd = text.indexOf("\n");

  const add = (piece: string) => {
    if (cell && !cell.hidden && cell.text.length < MAX_CELL_LENGTH) cell.text += piece.slice(0, MAX_CELL_LENGTH);
  };
  const endCell = () => {
    if (cell && !cell.hidden && cells.length < MAX_CELLS) {
      cells.push(decodeEntities(cell.text).replace(/\s+/g, " ").trim());
      for (let extra = 1; extra < cell.span && cells.length < MAX_CELLS; extra++) cells.push("");
    }
    cell = null;
  };
  const endRow = (): HtmlRow | null => {
    endCell();
    const done = inRow && cells.some((filled) => filled !== "") ? { cells, line } : null;
    cells = [];
    inRow = false;
    return done;
  };
  const countLines = (until: number) => {
    for (; lineEnd >= 0 && lineEnd < until; lineEnd = text.indexOf("\n", lineEnd + 1)) line++;
  };

  while (at < text.length) {
    const open = text.indexOf("<", at);
    if (open < 0) {
      add(text.slice(at, at + MAX_CELL_LENGTH));
      break;
    }
    if (open > at) add(text.slice(at, Math.min(open, at + MAX_CELL_LENGTH)));
    if (text.startsWith("<!--", open)) {
      const end = text.indexOf("-->", open + 4);
      at = end < 0 ? text.length : end + 3;
      continue;
    }
    const head = text.slice(open + 1, open + 20);
    const name = NAME.exec(head)?.[1].toLowerCase();
    if (!name && !/^[!?]/.test(head)) {
      add("<");
      at = open + 1;
      continue;
    }
    const end = tagEnd(text, open + 1);
    if (end < 0) {
      // No tag that long: what was looked at is passed over, so that no stretch is looked at twice.
      at = open + MAX_TAG_LENGTH;
      continue;
    }
    at = end + 1;
    if (!name) continue;
    const closing = head.startsWith("/");
    if (!closing && RAW.has(name)) {
      at = rawEnd(text, name, at);
      continue;
    }
    if (name === "tr" || (closing && name === "table")) {
      const row = endRow();
      if (row) yield row;
      inRow = name === "tr" && !closing;
      if (inRow) countLines(open);
    } else if (name === "td" || name === "th") {
      endCell();
      if (!closing) {
        inRow = true;
        const tag = text.slice(open, end + 1);
        cell = { text: "", span: Math.min(MAX_SPAN, Math.max(1, Number(SPAN.exec(tag)?.[1] ?? 1))), hidden: HIDDEN.test(tag) };
      }
    } else if (BREAKS.has(name)) add(" ");
  }
  const row = endRow();
  if (row) yield row;
}

/** Behind the end of an element that holds no text: of one that never ends, nothing follows. */
function rawEnd(text: string, name: string, from: number): number {
  const close = new RegExp(`</${name}[\\s>]`, "gi");
  close.lastIndex = from;
  const found = close.exec(text);
  return found ? found.index : text.length;
}
