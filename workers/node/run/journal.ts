import { closeSync, existsSync, fsyncSync, openSync, readSync, rmSync, truncateSync, writeSync } from "node:fs";
import type { Row } from "../../batch";
import { lockFile } from "./file-lock";
import { type RowLines, rowsIn } from "./row-lines";

const PIECE = 1 << 20;
const NEW_LINE = 10;
/** Tasks whose rows are returned at once. */
const STEP = 2048;

/**
 * Rows in order of arrival, in a file beside the output: one line per task, preceded by its index. After a kill, complete lines are kept
 * and the run resumes from there. Only the positions of rows in the file are held in memory.
 */
export class Journal {
  private readonly file: number;
  private readonly unlock: () => void;
  private readonly at: Float64Array;
  private readonly lengths: Int32Array;
  private end = 0;
  private pending: string[] = [];
  /** Number of tasks whose rows are written. */
  done = 0;

  /**
   * Throws a `UsageError` if another run is writing it.
   * @param head identifies the run; a journal of another run is restarted
   * @param count number of tasks of the run
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

  /** Takes over the rows written by an earlier run. @returns number of complete bytes; 0 if they belong to another run */
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

  /** Appends the rows of a task, as text; ignored for a task that is already answered. */
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

  /** Writes buffered rows; throws if the disk is full. */
  flush(): void {
    if (this.pending.length === 0) return;
    const bytes = Buffer.from(this.pending.join(""));
    for (let from = 0; from < bytes.length; ) from += writeSync(this.file, bytes, from, bytes.length - from, this.end + from);
    this.end += bytes.length;
    this.pending = [];
    this.pendingBytes = 0;
  }

  /** Positions of the rows of some tasks, as far as they are done. */
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

  /** Number of tasks whose rows `following` has returned. */
  followed = 0;

  /** The next rows in the order of the tasks, if all earlier ones are available: some at a time, each once. */
  following(): Iterable<Row> {
    const from = this.followed;
    const last = Math.min(from + STEP, this.at.length);
    while (this.followed < last && this.has(this.followed)) this.followed++;
    return rowsIn(this.file, this.lines(from, this.followed));
  }

  /** Whether `following` has returned all rows. */
  get isFollowed(): boolean {
    return this.followed === this.at.length;
  }

  close(): void {
    this.flush();
    fsyncSync(this.file);
    closeSync(this.file);
    this.unlock();
  }

  /** Deletes the journal, once the output is complete. */
  remove(): void {
    closeSync(this.file);
    rmSync(this.path, { force: true });
    this.unlock();
  }
}
