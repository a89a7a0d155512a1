import type { Delimiter } from "../contract";
import type { JobContext } from "../runtime/job";
import { asciiDecoder, endsLine, skipLines, wholePieces } from "./byte-lines";
import { EPOCH_SCALE } from "./date-format";
import { KERNEL_DATES } from "./kernel-dates";
import { appendBlock } from "./odd-rows";
import { blankQuotes, QUOTE } from "./plain-quotes";
import { DELIMITER_SIGN, type Plan } from "./plan";
import { fillPowers } from "./powers";
import { splitLine, splitRecords } from "./records";
import { RowStore } from "./rows";
import { SymbolRows } from "./symbol-rows";
import type { TextSource } from "./text-source";

/** Number of values in a piece, over all its columns. */
const ROOM = 1 << 20;
const MAX_ROWS = 1 << 16;
const MAX_ODD = 1 << 12;
const PLAN_HEAD = 32;
const PLAN_COLUMN = 104;
const SKIPPED = 0;
const NUMBER = 1;
const CLOCK = 8;

/** Whether the typed reader supports the table's dates and, for rows of many symbols, every row names its symbol. */
export function canReadPlain({ odd, date, clock, symbol, delimiter, learned }: Plan): boolean {
  return (
    !odd &&
    !(symbol && (symbol.outline || delimiter === "space")) &&
    (learned ||
      ((date === null || (date.kind in KERNEL_DATES && !date.parts)) && (clock === null || (date !== null && clock > date.index))))
  );
}

interface Addresses {
  plan: number;
  state: number;
  odds: number;
  lines: number;
  times: number;
  columns: number[];
}

/** Allocates memory for a piece's rows and writes the plan for `parseTable`. */
function layOut(plan: Plan, { arena, kernels }: JobContext): Addresses {
  const room = Math.max(1, Math.min(MAX_ROWS, Math.floor(ROOM / (plan.columns.length + 1))));
  const times = plan.date ? arena.take(room) : 0;
  const columns = plan.columns.map(() => arena.take(room));
  const lines = arena.takeBytes((room + 1) * 8);
  const odds = arena.takeBytes(MAX_ODD * 12);
  const state = arena.takeBytes(16);
  const address = arena.takeBytes(PLAN_HEAD + plan.width * PLAN_COLUMN);
  const view = new DataView(kernels.memory.buffer, address, PLAN_HEAD + plan.width * PLAN_COLUMN);
  const delimiter = plan.delimiter === "newline" ? 0 : DELIMITER_SIGN[plan.delimiter].charCodeAt(0);
  const head = [delimiter, plan.decimal === "point" ? 46 : 44, plan.width, room, MAX_ODD, lines, odds];
  for (const [place, value] of head.entries()) view.setUint32(place * 4, value, true);
  const write = (index: number, kind: number, values: number, scale = { times: 1, by: 1 }) => {
    const at = PLAN_HEAD + index * PLAN_COLUMN;
    view.setUint32(at, kind, true);
    view.setUint32(at + 4, values, true);
    view.setFloat64(at + 8, scale.times, true);
    view.setFloat64(at + 16, scale.by, true);
  };
  for (let index = 0; index < plan.width; index++) write(index, SKIPPED, 0);
  for (const [place, { index }] of plan.columns.entries()) write(index, NUMBER, columns[place]);
  if (plan.date && !plan.learned) {
    const { kind } = plan.date;
    write(plan.date.index, KERNEL_DATES[kind]?.kind ?? SKIPPED, times, EPOCH_SCALE[kind]);
  }
  if (plan.clock !== null && !plan.learned) write(plan.clock, CLOCK, times);
  return { plan: address, state, odds, lines, times, columns };
}

/** Cells of a line whose quotes, if any, enclose whole cells. */
const cellsOf = (line: string, delimiter: Delimiter): string[] =>
  line.includes('"') ? (splitRecords(line, delimiter, 1, true).records[0]?.cells ?? []) : splitLine(line, delimiter);

/** A quote that does not enclose a cell within its line: the general reader must take over. */
export class QuoteMet extends Error {}

/**
 * Reads a table directly from its bytes, with or without quotes around cells; rows that are not plain go through the cell reader of all
 * other texts. Throws `QuoteMet` at a quote that does not enclose a cell.
 */
export async function readPlainTable(source: TextSource, plan: Plan, context: JobContext, label: string): Promise<RowStore> {
  const { kernels, arena } = context;
  fillPowers(kernels);
  const store = new RowStore(plan);
  const decoder = asciiDecoder(source);
  let line = plan.firstLine;
  let skip = plan.firstLine - 1;
  const textOf = (bytes: Uint8Array) => cellsOf(decoder.decode(bytes), plan.delimiter)[0] ?? "";
  const symbols = plan.symbol && new SymbolRows(store, plan, textOf);
  const moments = plan.learned ? new (await import("./learned-moments")).LearnedMoments(plan, textOf) : null;
  for await (const piece of wholePieces(source, endsLine, context, label)) {
    arena.scope(() => {
      const text = arena.takeBytes(piece.length);
      const at = layOut(plan, context);
      const bytes = arena.bytes(text, piece.length);
      bytes.set(piece);
      if (plan.delimiter !== "space") blankQuotes(bytes, DELIMITER_SIGN[plan.delimiter].charCodeAt(0));
      const readOdd = (row: number, first: number, last: number) => {
        if (arena.bytes(text, piece.length).subarray(first, last).includes(QUOTE)) throw new QuoteMet();
        store.add(cellsOf(decoder.decode(piece.subarray(first, last)), plan.delimiter), row);
      };
      let from = skipLines(piece, skip);
      skip = 0;
      while (from < piece.length && !store.contradictsPlan) {
        context.checkpoint();
        new Uint32Array(kernels.memory.buffer, at.state, 1)[0] = line;
        const rows = kernels.parseTable(text, from, piece.length, at.plan, at.state);
        const [nextLine, odd, behind, runs] = new Uint32Array(kernels.memory.buffer, at.state, 4);
        if (!symbols || plan.panel) store.expect(rows, behind - from, source.blob.size);
        const times = plan.date && arena.view(at.times, rows);
        const columns = at.columns.map((address) => arena.view(address, rows));
        const lines = new Uint32Array(kernels.memory.buffer, at.lines, runs * 2);
        const handed = new Uint32Array(kernels.memory.buffer, at.odds, odd * 3);
        const rowBytes = { written: piece, blanked: bytes, from, line };
        const odds = moments && times ? moments.read(times, handed, rowBytes) : handed;
        if (symbols) symbols.append({ times, columns, odds }, rowBytes, readOdd);
        else appendBlock(store, { times, columns, lines, odds }, readOdd);
        line = nextLine;
        from = behind;
      }
    });
    if (store.contradictsPlan) break;
  }
  return store;
}
