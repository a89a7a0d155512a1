import type { Count } from "../../contract";
import { wholeText } from "../whole-text";
import { cellsContent } from "./cells";
import type { FormatReader } from "./content";
import { eachHtmlRow, looksLikeHtml } from "./html-rows";
import { checkTextSize } from "./text-limit";

/** Rows between checks of the cancel flag. */
const STEP = 2000;

/** The tables of a page, the longest first; null if there is none. */
export const openHtml: FormatReader = async (blob, context, label) => {
  checkTextSize(blob, "HTML");
  const text = await wholeText(blob, context, label);
  if (!looksLikeHtml(text)) return null;
  const tables = new Map<Count, string[][]>();
  let rows = 0;
  eachHtmlRow(text, ({ cells, table }) => {
    if (++rows % STEP === 0) context.checkpoint();
    const known = tables.get(table);
    if (known) known.push(cells);
    else tables.set(table, [cells]);
  });
  // As a text it is refused with the message of the field it was given to.
  if (tables.size === 0) return null;
  const named = new Map([...tables].sort(([, a], [, b]) => b.length - a.length).map(([table, own]) => [`Table ${table}`, own]));
  return { kind: "parts", names: [...named.keys()], open: async (name) => cellsContent(named.get(name)!, "people") };
};
