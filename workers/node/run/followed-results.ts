import { GROUP_ROWS, type TableColumn } from "../../batch";
import type { LinesInput } from "../output/encode-lines";
import { encodePiece, type Piece } from "../output/encode-piece";
import { TableFile } from "../output/table-file";
import type { Journal } from "./journal";
import { type Results, recordOf, summarizeRows, Tally, type Totals } from "./results";
import { rowsOfFile } from "./row-lines";

const areSame = (a: readonly TableColumn[], b: readonly TableColumn[]): boolean =>
  a.length === b.length && a.every(({ name, type }, place) => name === b[place].name && type === b[place].type);

/**
 * Results written during the run: rows are summarized in the order of the data, and a piece of the file is written as soon as all of its
 * rows are available. If a later row has other columns, the file restarts from the journal.
 */
export class FollowedResults {
  private readonly tally = new Tally();
  private file: TableFile | null = null;
  private isMaking = false;

  constructor(
    private readonly results: Results,
    private readonly journal: Journal,
  ) {}

  /** Continues, for at most a few hundredths of a second. */
  async follow(): Promise<void> {
    if (this.isMaking) return;
    this.isMaking = true;
    const file = this.take();
    if ((file.made + 1) * GROUP_ROWS <= this.journal.followed) await this.make(file);
    this.isMaking = false;
  }

  /** Summarizes the next rows. @returns the file for the columns known so far */
  private take(): TableFile {
    this.tally.take(summarizeRows(this.journal.following()));
    const columns = this.tally.columns();
    const { path, format } = this.results;
    if (this.file && areSame(this.file.columns, columns)) return this.file;
    this.file?.discard();
    this.file = new TableFile(path, format, columns);
    return this.file;
  }

  private inputOf({ format, columns }: TableFile, piece: number): LinesInput {
    const { journal } = this;
    const lines = journal.lines(piece * GROUP_ROWS, (piece + 1) * GROUP_ROWS);
    return { files: [{ path: journal.path, lines }], format, columns };
  }

  private *inputsOf(file: TableFile, pieces: number): Generator<LinesInput> {
    for (let piece = file.made; piece < pieces; piece++) yield this.inputOf(file, piece);
  }

  private async make(file: TableFile): Promise<void> {
    const { format, columns } = file;
    const { files } = this.inputOf(file, file.made);
    file.append(await encodePiece(files.flatMap(rowsOfFile), format, columns));
  }

  /**
   * Writes the rest, once all rows are available.
   * @param encode encodes pieces on threads, if there are several
   */
  async finish(encode: (inputs: Iterable<LinesInput>) => AsyncIterable<Piece>): Promise<Totals> {
    let file = this.take();
    while (!this.journal.isFollowed) file = this.take();
    const pieces = Math.ceil(this.results.series / GROUP_ROWS);
    if (file.made + 1 === pieces) await this.make(file);
    else {
      for await (const piece of encode(this.inputsOf(file, pieces))) file.append(piece);
    }
    const totals = this.tally.totals();
    await file.finish(recordOf(this.results, totals));
    return totals;
  }

  /** After the run was stopped: the next one restarts the file. */
  discard(): void {
    this.file?.discard();
  }
}
