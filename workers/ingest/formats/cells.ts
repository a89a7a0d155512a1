import type { Count } from "../../contract";
import type { Content } from "./content";

const LINES_AT_ONCE = 4096;

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Lines of cells as CSV; a line end within a cell becomes a blank, so that a row keeps its number. */
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

/** Cells that are read like a text whose delimiter is known; those of programs, which write numbers with a point, and those of people. */
export const cellsContent = (rows: Iterable<readonly string[]>, by: "program" | "people"): Content => ({
  kind: "text",
  blob: csvOfCells(rows),
  written: { delimiter: "comma", ...(by === "program" && { decimal: "point" }) },
});
