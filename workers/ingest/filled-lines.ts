import type { Count } from "../contract";
import { CR, LF } from "./byte-lines";

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

/** The place of the next byte that is a sign: a search for one sign at a time is several times as fast as a look at every byte. */
function next(bytes: Uint8Array, sign: number, from: number): number {
  const found = bytes.indexOf(sign, from);
  return found < 0 ? bytes.length : found;
}

/** The lines of a text that have more than blanks, as a kernel counts them for rows. */
export class FilledLines {
  /** Where the line that was stepped to begins and ends, and its number. */
  start = 0;
  end = 0;
  line: Count;
  private readonly bytes: Uint8Array;
  private behind: number;
  private feed = -1;
  private carriage = -1;

  /** @param delimiter a tab is a blank where it is none */
  constructor(
    { blanked, from, line }: RowBytes,
    private readonly delimiter: number,
  ) {
    this.bytes = blanked;
    this.behind = from;
    this.line = line - 1;
  }

  /** Goes on to the next one, which there has to be. */
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

  /** Where the cell at a place of the line begins, and where the one that begins there ends. */
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
