import { readFileSync } from "node:fs";
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet";
import type { Download, Locator } from "playwright";

/** A table as shown on the page. */
interface SeenTable {
  label: string;
  heads: string[];
  /** The texts of the visible rows; null for cells with buttons or graphics. */
  rows: (string | null)[][];
}

/** All visible tables with rows. */
export const seenTables = (main: Locator): Promise<SeenTable[]> =>
  main.locator("table").evaluateAll((tables) =>
    tables.flatMap((table) => {
      const rows = [...table.querySelectorAll("tbody > tr")].filter((row) => !row.querySelector("td[colspan]"));
      if (rows.length === 0 || !table.checkVisibility()) return [];
      const textOf = (cell: Element) => {
        const drawn = cell.querySelector("svg, input, button:not([aria-haspopup], [aria-expanded])") !== null;
        return drawn ? null : (cell as HTMLElement).innerText.replace(/\s+/g, " ").trim();
      };
      const heads = [...table.querySelectorAll("thead > tr:first-child > th")].map((head) => {
        const words = head.cloneNode(true) as Element;
        for (const mark of words.querySelectorAll("[aria-hidden], button[aria-label]")) mark.remove();
        return (words.textContent ?? "").trim();
      });
      return [{ label: table.getAttribute("aria-label") ?? "", heads, rows: rows.map((row) => [...row.children].map(textOf)) }];
    }),
  );

/** The columns of a Parquet file. */
async function columnsIn(file: Download): Promise<Map<string, unknown[]>> {
  const bytes = readFileSync(await file.path());
  const buffer: AsyncBuffer = { byteLength: bytes.length, slice: (from, to) => new Uint8Array(bytes.subarray(from, to)).buffer };
  const names = parquetSchema(await parquetMetadataAsync(buffer)).children.map(({ element }) => element.name);
  const rows = await parquetReadObjects({ file: buffer });
  return new Map(names.map((name) => [name, rows.map((row) => row[name])]));
}

const FIGURE = /^[−-]?[\d,]+(\.\d+)?%?$/;
const PLAIN = /^[−-]?[\d,]+(\.\d+)?$/;

/** Whether a value in a file matches a cell: the same text, or a number that rounds to the one shown. */
function says(value: unknown, shown: string): boolean {
  const text = shown.replace(/−/g, "-");
  // A cell is left blank where it would repeat the one above.
  if (text === "") return true;
  if (text === "—") return value === null || value === undefined || value === "";
  if (typeof value !== "number" || !FIGURE.test(shown)) return value !== null && value !== undefined;
  const figure = Number(text.replace(/[,%]/g, ""));
  const most = 0.51 * 10 ** -(text.match(/\.(\d+)/)?.[1].length ?? 0);
  return [1, 100].some((scale) => Math.abs(scale * value - figure) <= most);
}

/** What the table shows but its file lacks, as messages. */
export async function lostIn(file: Download, { label, heads, rows }: SeenTable): Promise<string[]> {
  const columns = await columnsIn(file);
  return heads.flatMap((head, place) => {
    const shown = rows.map((cells) => cells[place]);
    if (shown.some((text) => text === null || text === undefined)) return [];
    const found = [...columns].find(([name]) => name === head || name.startsWith(`${head} (`));
    if (!found) return [`${label}: no column ${head}`];
    const [, values] = found;
    const wrong = shown.findIndex((text, row) => !says(values[row], text ?? ""));
    if (wrong >= 0) return [`${label}, ${head}, row ${wrong + 1}: ${shown[wrong]} is saved as ${values[wrong]}`];
    const figures = place > 0 && shown.every((text) => PLAIN.test(text ?? ""));
    return figures && typeof values[0] === "string" ? [`${label}, ${head}: figures are saved as words`] : [];
  });
}

/** Faults of a chart saved as SVG, as messages. */
export async function wrongIn(file: Download): Promise<string[]> {
  const svg = readFileSync(await file.path(), "utf8");
  const faults = [
    [!/<title>[^<]+<\/title>/.test(svg), "no title"],
    [(svg.match(/<text /g)?.length ?? 0) < 2, "no labels"],
    [/NaN|Infinity|undefined/.test(svg), "a place that is no number"],
    [/<script|\son\w+=/.test(svg), "a script"],
  ] as const;
  return faults.flatMap(([is, words]) => (is ? [`${file.suggestedFilename()}: ${words}`] : []));
}
