import type { Count } from "../contract";
import { CR, LF } from "./byte-lines";

const TAB = 9;
const SPACE = 32;

/** The bytes of rows read by a kernel. */
export interface RowBytes {
  /** As written, and with the quotes around cells blanked: delimiters inside quotes are masked. */
  written: Uint8Array;
  blanked: Uint8Array;
  /** Start of the rows, and its line number. */
  from: number;
  line: Count;
}

/** Index of the next occurrence of a byte: searching for one byte value at a time is several times as fast as inspecting every byte. */
function next(bytes: Uint8Array, sign: number, from: number): number {
  const found = bytes.indexOf(sign, from);
  return found < 0 ? bytes.length : found;
}

/** The non-blank lines of a text, which a kernel counts as rows. */
export class FilledLines {
  /** Start and end of the current line, and its number. */
  start = 0;
  end = 0;
  line: Count;
  private readonly bytes: Uint8Array;
  private behind: number;
  private feed = -1;
  private carriage = -1;

  /** @param delimiter a tab is a blank unless it is the delimiter */
  constructor(
    { blanked, from, line }: RowBytes,
    private readonly delimiter: number,
  ) {
    this.bytes = blanked;
    this.behind = from;
    this.line = line - 1;
  }

  /** Advances to the next line, which must exist. */
  step(): void {
    const { bytes } = this;
    do {
      this.start = this.behind;
      if (this.feed < this.start) this.feed = next(bytes, LF, this.start);
      if (this.carriage < this.start) this.carriage = next(bytes, CR, this.start);
      this.end = Math.min(this.feed, this.carriage);
      this.behind = this.end + (bytes[this.end] === CR && bytes[this.end + 1] === LF ? 2 : 1);
      this.line++;
    } while (this.isBlank());
  }

  private isBlank(): boolean {
    const { bytes, delimiter, start, end } = this;
    const blank = delimiter === TAB ? SPACE : TAB;
    let at = start;
    while (bytes[at] === SPACE || bytes[at] === blank) at++;
    return at >= end;
  }

  /** Start of the cell at an index of the line; and end of the cell that starts at a position. */
  cellAt(index: Count): number {
    let at = this.start;
    for (let cell = 0; cell < index; cell++) at = this.endOfCell(at) + 1;
    return at;
  }

  endOfCell(from: number): number {
    const { bytes, delimiter, end } = this;
    let to = from;
    while (to < end && bytes[to] !== delimiter) to++;
    return to;
  }
}
