import type { Count } from "../contract";
import { DistinctWords } from "./distinct-words";
import { FilledLines, type RowBytes } from "./filled-lines";
import type { ReadBlock } from "./odd-rows";
import { QUOTE } from "./plain-quotes";
import { DELIMITER_SIGN, type Plan } from "./plan";
import { NO_SYMBOL, OTHER_SYMBOL, type RowStore } from "./rows";

/** Appends rows read by a kernel that skips the symbol column: symbols are taken from the bytes, each distinct spelling parsed once. */
export class SymbolRows {
  private readonly words = new DistinctWords();
  /** The store's code of a word, by its index. */
  private readonly codes: (number | undefined)[] = [];
  private readonly index: number;
  private readonly delimiter: number;

  /** @param cellOf decodes the bytes of a cell */
  constructor(
    private readonly store: RowStore,
    { symbol, delimiter }: Pick<Plan, "symbol" | "delimiter">,
    private readonly cellOf: (bytes: Uint8Array) => string,
  ) {
    this.index = symbol?.index ?? 0;
    this.delimiter = DELIMITER_SIGN[delimiter].charCodeAt(0);
  }

  /**
   * Appends a block in the order of the text. `readOdd` parses rows that the kernel listed as odd, unless they belong to another symbol,
   * and rows without a symbol. Rows that are kept are compacted within the block.
   */
  append(
    { times, columns, odds }: Omit<ReadBlock, "lines">,
    bytes: RowBytes,
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
    const lines = new FilledLines(bytes, this.delimiter);
    let odd = 0;
    for (let row = 0; row < rows; row++) {
      lines.step();
      const isOdd = odds[odd] === row;
      if (isOdd) odd += 3;
      // A quote that was not blanked may extend over several lines.
      const isQuoted = isOdd && bytes.blanked.subarray(lines.start, lines.end).includes(QUOTE);
      const code = isQuoted ? NO_SYMBOL : this.codeIn(lines, bytes.written);
      if (code !== OTHER_SYMBOL && (isOdd || code === NO_SYMBOL)) {
        flush();
        readOdd(lines.line, lines.start, lines.end);
      } else if (code !== OTHER_SYMBOL) {
        if (kept < row) {
          if (times) times[kept] = times[row];
          for (const values of columns) values[kept] = values[row];
        }
        store.lines.add(store.length + kept - appended, lines.line);
        codes[kept++] = code;
      }
    }
    flush();
  }

  /** The store's code of the symbol on a line. */
  private codeIn(lines: FilledLines, written: Uint8Array): number {
    const from = lines.cellAt(this.index);
    const to = lines.endOfCell(from);
    const word = this.words.placeOf(written, from, to);
    this.codes[word] ??= this.store.codeOf(this.cellOf(written.subarray(from, to)));
    return this.codes[word];
  }
}
