import type { Count } from "../contract";
import { CR, LF } from "./byte-lines";
import { DistinctWords } from "./distinct-words";
import type { ReadBlock } from "./odd-rows";
import { QUOTE } from "./plain-quotes";
import { DELIMITER_SIGN, type Plan } from "./plan";
import { NO_SYMBOL, OTHER_SYMBOL, type RowStore } from "./rows";

const TAB = 9;
const SPACE = 32;

/** The bytes of rows a kernel has read. */
export interface RowBytes {
  /** As they are written, and with the quotes around cells blanked: a delimiter between them parts nothing. */
  written: Uint8Array;
  blanked: Uint8Array;
  /** Where the rows begin, and the number of the line that does. */
  from: number;
  line: Count;
}

/** Finds the ends of lines one after the other: a search for one sign at a time is several times as fast as a look at every byte. */
function lineEnds(bytes: Uint8Array): (from: number) => number {
  const ahead = [LF, CR].map((sign) => ({ sign, at: -1 }));
  return (from) => {
    for (const next of ahead) {
      if (next.at >= from) continue;
      const found = bytes.indexOf(next.sign, from);
      next.at = found < 0 ? bytes.length : found;
    }
    return Math.min(ahead[0].at, ahead[1].at);
  };
}

/** Appends rows of many symbols that a kernel has read without these: they are told from the bytes, each way to write one once. */
export class SymbolRows {
  private readonly words = new DistinctWords();
  /** What the store makes of a word, by its place. */
  private readonly codes: (number | undefined)[] = [];
  private readonly index: number;
  private readonly delimiter: number;
  /** Blanks at the beginning of a line that has nothing else. */
  private readonly blank: number;

  /** @param cellOf what a text has in place of the bytes of a cell */
  constructor(
    private readonly store: RowStore,
    { symbol, delimiter }: Pick<Plan, "symbol" | "delimiter">,
    private readonly cellOf: (bytes: Uint8Array) => string,
  ) {
    this.index = symbol?.index ?? 0;
    this.delimiter = DELIMITER_SIGN[delimiter].charCodeAt(0);
    this.blank = delimiter === "tab" ? SPACE : TAB;
  }

  /**
   * Appends a block in the order of the text. `readOdd` reads the rows the kernel has handed back, unless they are of another symbol, and those
   * without one. In the block, rows that are kept take the place of those before them that are not.
   */
  append(
    { times, columns, odds }: Omit<ReadBlock, "lines">,
    { written, blanked, from, line: first }: RowBytes,
    readOdd: (line: Count, from: number, to: number) => void,
  ): void {
    const { store } = this;
    const rows = columns[0].length;
    const codes = new Float64Array(rows);
    let appended = 0;
    let kept = 0;
    const flush = () => {
      const part = (values: Float64Array) => values.subarray(appended, kept);
      if (kept > appended) store.append(times && part(times), columns.map(part), part(codes));
      appended = kept;
    };
    const endOf = lineEnds(blanked);
    let at = from;
    let row = 0;
    let odd = 0;
    for (let line = first; row < rows; line++) {
      const start = at;
      const end = endOf(start);
      at = end + (blanked[end] === CR && blanked[end + 1] === LF ? 2 : 1);
      if (this.isBlankLine(blanked, start, end)) continue;
      const isOdd = odds[odd] === row;
      if (isOdd) odd += 3;
      // A quote that is left may be around several lines.
      const isQuoted = isOdd && blanked.subarray(start, end).includes(QUOTE);
      const code = isQuoted ? NO_SYMBOL : this.codeIn(written, blanked, start, end);
      if (code !== OTHER_SYMBOL && (isOdd || code === NO_SYMBOL)) {
        flush();
        readOdd(line, start, end);
      } else if (code !== OTHER_SYMBOL) {
        if (kept < row) {
          if (times) times[kept] = times[row];
          for (const values of columns) values[kept] = values[row];
        }
        store.lines.add(store.length + kept - appended, line);
        codes[kept++] = code;
      }
      row++;
    }
    flush();
  }

  private isBlankLine(bytes: Uint8Array, from: number, end: number): boolean {
    let at = from;
    while (bytes[at] === SPACE || bytes[at] === this.blank) at++;
    return at >= end;
  }

  /** What the store makes of the symbol in a line. */
  private codeIn(written: Uint8Array, blanked: Uint8Array, start: number, end: number): number {
    const { index, delimiter } = this;
    let from = start;
    for (let cell = 0; cell < index; cell++) {
      while (from < end && blanked[from] !== delimiter) from++;
      from++;
    }
    let to = from;
    while (to < end && blanked[to] !== delimiter) to++;
    const word = this.words.placeOf(written, from, to);
    this.codes[word] ??= this.store.codeOf(this.cellOf(written.subarray(from, to)));
    return this.codes[word];
  }
}
