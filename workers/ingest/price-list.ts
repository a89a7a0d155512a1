import { parseListBlock } from "../../assembly/build/ingest-layouts.js";
import type { JobContext } from "../runtime/job";
import { asciiDecoder, skipLines, wholePieces } from "./byte-lines";
import { trimCell } from "./number-format";
import { appendBlock } from "./odd-rows";
import type { Plan } from "./plan";
import { fillPowers } from "./powers";
import { RowStore } from "./rows";
import type { TextSource } from "./text-source";

const MAX_ROWS = 1 << 16;
const MAX_ODD = 1 << 12;

/** Reads a list of numbers, with any of the plan's separators between them; row numbers are positions in the list. */
export async function readPriceList(source: TextSource, plan: Plan, context: JobContext, label: string): Promise<RowStore> {
  const { kernels, arena } = context;
  fillPowers(kernels);
  const store = new RowStore(plan);
  const decoder = asciiDecoder(source);
  const separators = new Uint8Array(256);
  for (const sign of plan.separators) separators[sign.charCodeAt(0)] = 1;
  const point = plan.decimal === "point" ? 46 : 44;
  let place = 1;
  let skip = plan.skipped;
  for await (const piece of wholePieces(source, (bytes, index) => separators[bytes[index]] === 1, context, label)) {
    arena.scope(() => {
      const text = arena.takeBytes(piece.length);
      const classes = arena.takeBytes(separators.length);
      const out = arena.take(MAX_ROWS);
      const odds = arena.takeBytes(MAX_ODD * 12);
      const state = arena.takeBytes(16);
      arena.bytes(text, piece.length).set(piece);
      arena.bytes(classes, separators.length).set(separators);
      let from = skipLines(piece, skip);
      skip = 0;
      const block = arena.block(parseListBlock, {
        text,
        separators: classes,
        point,
        values: out,
        mostRows: MAX_ROWS,
        odds,
        mostOdd: MAX_ODD,
        state,
      });
      while (from < piece.length && !store.contradictsPlan) {
        context.checkpoint();
        const rows = kernels.parseList(block, from, piece.length);
        const [, odd, behind] = new Uint32Array(kernels.memory.buffer, state, 3);
        store.expect(rows, behind - from, source.blob.size);
        const places = new Uint32Array(kernels.memory.buffer, odds, odd * 3);
        appendBlock(store, { times: null, columns: [arena.view(out, rows)], lines: [0, place], odds: places }, (row, first, last) => {
          const word = trimCell(decoder.decode(piece.subarray(first, last)));
          store.add([word.replace(/^"(.*)"$/, "$1")], row);
        });
        place += rows;
        from = behind;
      }
    });
    if (store.contradictsPlan) break;
  }
  return store;
}
