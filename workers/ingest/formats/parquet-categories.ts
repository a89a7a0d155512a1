import { readPlain } from "hyparquet/src/plain.js";
import type { Count } from "../../contract";
import { joinPieces } from "./join-pieces";
import type { Decoded } from "./moments";
import { damaged, type PageDecoder } from "./page-decoder";
import { type Chunk, pagesOf, type ValuePage } from "./parquet-pages";

/** A text column in which most values recur. */
export interface Categories {
  names: string[];
  /** Index of each row's name; -1 in a row without one. */
  codes: Int32Array;
}

/** Code of a row without a text. */
const MISSING = -1;

/** Codes of a page. */
function codesIn({ rows, presence, values }: ValuePage, size: Count, decoder: PageDecoder): Int32Array {
  const places = decoder.placesIn(values, presence?.held ?? rows, size);
  if (!presence || presence.held === rows) return places;
  const codes = new Int32Array(rows).fill(MISSING);
  let next = 0;
  for (let row = 0; row < rows; row++) if (presence.levels[row] === 1) codes[row] = places[next++];
  return codes;
}

/**
 * A text column of one row group, from the bytes of its pages: its dictionary, and one code per row. The library's one string per row takes
 * seven seconds for fifty million rows of twenty thousand symbols; this takes a twentieth.
 * @returns null if a page holds texts instead of dictionary indices
 * @throws if the pages do not hold the number of rows in the footer
 */
export function readCategories(bytes: Uint8Array<ArrayBuffer>, chunk: Chunk): Categories | null {
  const pieces: Int32Array[] = [];
  const decoder = new TextDecoder();
  let names: string[] | null = null;
  for (const page of pagesOf(bytes, chunk, chunk.rows)) {
    if (page.kind === "dictionary") {
      names = (readPlain(page.values, "BYTE_ARRAY", page.count, undefined) as Uint8Array[]).map((text) => decoder.decode(text));
    } else if (page.encoding !== "RLE_DICTIONARY" && page.encoding !== "PLAIN_DICTIONARY") return null;
    else {
      if (!names) throw damaged("no dictionary");
      pieces.push(codesIn(page, names.length, chunk.decoder));
    }
  }
  return { names: names ?? [], codes: joinPieces(pieces, (rows) => new Int32Array(rows)) };
}

/** The categories of cells that were read one by one. */
export function categoriesOf(cells: Decoded): Categories {
  const known = new Map<string, number>();
  const codes = new Int32Array(cells.length);
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row];
    if (cell === null || cell === undefined) codes[row] = MISSING;
    else {
      const name = String(cell);
      const code = known.get(name) ?? known.size;
      if (code === known.size) known.set(name, code);
      codes[row] = code;
    }
  }
  return { names: [...known.keys()], codes };
}
