import type { Count } from "../../contract";
import { isCommaNumber } from "../number-format";
import type { TextContent, Written } from "./content";

const LINES_AT_ONCE = 4096;

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Cells as CSV lines; a line end within a cell becomes a blank, so that rows keep their numbers. */
export function csvOfCells(rows: Iterable<readonly string[]>): Blob {
  const pieces: string[] = [];
  let lines = "";
  let held: Count = 0;
  for (const cells of rows) {
    for (const [column, cell] of cells.entries()) lines += `${column > 0 ? "," : ""}${quoted(cell.replace(/[\r\n]+/g, " "))}`;
    lines += "\n";
    if (++held % LINES_AT_ONCE > 0) continue;
    pieces.push(lines);
    lines = "";
  }
  return new Blob([...pieces, lines]);
}

/** Bytes at the beginning that are searched for texts written by people. */
const EXAMINED: Count = 1 << 14;

/** Format of cells written by a program: numbers have a decimal point, unless the cells preserve people's texts with commas. */
export async function signsOf(cells: Blob): Promise<Written> {
  const quotedCells = (await cells.slice(0, EXAMINED).text()).matchAll(/"([^"\n]*)"/g);
  const byPeople = [...quotedCells].some(([, cell]) => isCommaNumber(cell));
  return { delimiter: "comma", ...(!byPeople && { decimal: "point" }) };
}

/** Cells read like a text with a known delimiter; those of programs, which write numbers with a point, and those of people. */
export async function cellsContent(rows: Iterable<readonly string[]>, by: "program" | "people"): Promise<TextContent> {
  const blob = csvOfCells(rows);
  return { kind: "text", blob, written: by === "program" ? await signsOf(blob) : { delimiter: "comma" } };
}
