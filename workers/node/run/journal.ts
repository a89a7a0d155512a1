import { closeSync, existsSync, fsyncSync, openSync, readSync, rmSync, truncateSync, writeSync } from "node:fs";
import type { Row } from "../../batch";
import { lockFile } from "./file-lock";
import { type RowLines, rowsIn } from "./row-lines";

const PIECE = 1 << 20;
const NEW_LINE = 10;
/** Tasks whose rows are given at once. */
const STEP = 2048;

/**
 * Rows as they come, in a file beside the output: a line per task, its place before it. After a kill the lines that are whole are kept, and the
 * run goes on from there. Rows are not held in memory: only where each stands in the file.
 */
export class Journal {
  private readonly file: number;
  private readonly unlock: () => void;
  private readonly at: Float64Array;
  private readonly lengths: Int32Array;
  private end = 0;
  private pending: string[] = [];
  /** Tasks whose rows are written. */
  done = 0;

  /**
   * Throws a `UsageError` where another run writes it.
   * @param head what the run is; a journal of another run is restarted
   * @param count tasks of the run
   */
  constructor(
    readonly path: string,
    head: string,
    count: number,
  ) {
    this.at = new Float64Array(count).fill(-1);
    this.lengths = new Int32Array(count);
    this.unlock = lockFile(path);
    const known = existsSync(path);
    this.file = openSync(path, known ? "r+" : "w+");
    const kept = known ? this.take(head) : 0;
    if (kept === 0) this.begin(head);
    else {
      truncateSync(path, kept);
      this.end = kept;
    }
  }

  private begin(head: string): void {
    truncateSync(this.path, 0);
    this.at.fill(-1);
    this.done = 0;
    this.end = 0;
    this.pending.push(`${head}\n`);
    this.flush();
  }

  /** Takes over what an earlier run has written. @returns bytes that are whole; 0 where they are another run's */
  private take(head: string): number {
    const piece = Buffer.alloc(PIECE);
    let [line, from, lineAt] = ["", 0, 0];
    let first = true;
    for (let read = readSync(this.file, piece, 0, PIECE, from); read > 0; read = readSync(this.file, piece, 0, PIECE, from)) {
      let start = 0;
      for (let stop = piece.indexOf(NEW_LINE); stop >= 0 && stop < read; stop = piece.indexOf(NEW_LINE, start)) {
        line += piece.toString("latin1", start, stop);
        if (first && line !== head) return 0;
        if (!first) this.know(line, lineAt);
        first = false;
        line = "";
        start = stop + 1;
        lineAt = from + start;
      }
      line += piece.toString("latin1", start, read);
      from += read;
    }
    return lineAt;
  }

  private know(line: string, at: number): void {
    const place = Number.parseInt(line, 10);
    if (!(place >= 0 && place < this.at.length) || this.at[place] >= 0) return;
    this.at[place] = at;
    this.lengths[place] = line.length;
    this.done++;
  }

  has(place: number): boolean {
    return this.at[place] >= 0;
  }

  /** Keeps the rows of a task, as text; a task that was answered before stays as it was. */
  add(place: number, rows: string): void {
    if (this.has(place)) return;
    const line = `${place}\t${rows}\n`;
    const bytes = Buffer.byteLength(line);
    this.at[place] = this.end + this.pendingBytes;
    this.lengths[place] = bytes - 1;
    this.done++;
    this.pending.push(line);
    this.pendingBytes += bytes;
  }

  private pendingBytes = 0;

  /** Writes what has come; throws where the disk takes no more. */
  flush(): void {
    if (this.pending.length === 0) return;
    const bytes = Buffer.from(this.pending.join(""));
    for (let from = 0; from < bytes.length; ) from += writeSync(this.file, bytes, from, bytes.length - from, this.end + from);
    this.end += bytes.length;
    this.pending = [];
    this.pendingBytes = 0;
  }

  /** Where the rows of some tasks stand, of those that are done. */
  lines(from: number, to: number): RowLines {
    this.flush();
    const places: number[] = [];
    for (let place = from; place < Math.min(to, this.at.length); place++) if (this.has(place)) places.push(place);
    return { at: Float64Array.from(places, (place) => this.at[place]), lengths: Int32Array.from(places, (place) => this.lengths[place]) };
  }

  /** All rows, in the order of the tasks. */
  *rows(): Generator<Row> {
    for (let from = 0; from < this.at.length; from += STEP) yield* rowsIn(this.file, this.lines(from, from + STEP));
  }

  /** Tasks whose rows `following` has given. */
  followed = 0;

  /** The next rows in the order of the tasks, if those of all before are there: some at a time, each once. */
  following(): Iterable<Row> {
    const from = this.followed;
    const last = Math.min(from + STEP, this.at.length);
    while (this.followed < last && this.has(this.followed)) this.followed++;
    return rowsIn(this.file, this.lines(from, this.followed));
  }

  /** Whether `following` has given all rows. */
  get isFollowed(): boolean {
    return this.followed === this.at.length;
  }

  close(): void {
    this.flush();
    fsyncSync(this.file);
    closeSync(this.file);
    this.unlock();
  }

  /** The output is there: the journal has served. */
  remove(): void {
    closeSync(this.file);
    rmSync(this.path, { force: true });
    this.unlock();
  }
}
