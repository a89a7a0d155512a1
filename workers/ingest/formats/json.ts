import { because } from "../../contract";
import { RefusedFile } from "../refused-file";
import { wholeText } from "../whole-text";
import { signsOf } from "./cells";
import type { FormatReader } from "./content";
import { parseJson } from "./json-search";
import { csvOfJson } from "./json-table";
import { checkTextSize } from "./text-limit";

/** Beginnings that are not a bracketed list of numbers. */
const SURELY = /^\s*(?:\[\s*[[{"]|\{\s*")/;
const LINE = /line (\d+)/;

/** The largest table of a JSON document; null if a text only begins like one. */
export const openJson: FormatReader = async (blob, context, label) => {
  checkTextSize(blob, "JSON");
  const text = await wholeText(blob, context, label);
  const surely = SURELY.test(text);
  let document: unknown;
  try {
    document = parseJson(text);
  } catch (error) {
    // The parser throws a RangeError if the nesting is too deep.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    if (!surely) return null;
    const line = LINE.exec(error.message)?.[1];
    throw new RefusedFile({ ...because("ingest/jsonBroken"), ...(line !== undefined && { row: Number(line) }) });
  }
  const table = csvOfJson(document);
  if (table) return { kind: "text", blob: table, written: await signsOf(table) };
  if (!surely) return null;
  throw new RefusedFile(because("ingest/jsonNoTable"));
};
