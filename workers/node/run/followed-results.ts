import { GROUP_ROWS, type TableColumn } from "../../batch";
import type { LinesInput } from "../output/encode-lines";
import { encodePiece, type Piece } from "../output/encode-piece";
import { TableFile } from "../output/table-file";
import type { Journal } from "./journal";
import { type Results, recordOf, Tally, type Totals, tellRows } from "./results";
import { rowsOfFile } from "./row-lines";

const areSame = (a: readonly TableColumn[], b: readonly TableColumn[]): boolean =>
  a.length === b.length && a.every(({ name, type }, place) => name === b[place].name && type === b[place].type);

/**
 * Results that are written while the run goes on: what the rows come to is told in the order of the data, and a piece of the file is made as soon as
 * all its rows are there. Where a later row has other columns, the file restarts from the journal.
 */
export class FollowedResults {
  private readonly tally = new Tally();
  private file: TableFile | null = null;
  private isMaking = false;

  constructor(
    private readonly results: Results,
    private readonly journal: Journal,
  ) {}

  /** Goes on by what takes a few hundredths of a second. */
  async follow(): Promise<void> {
    if (this.isMaking) return;
    this.isMaking = true;
    const file = this.take();
    if ((file.made + 1) * GROUP_ROWS <= this.journal.followed) await this.make(file);
    this.isMaking = false;
  }

  /** Tells the next rows. @returns the file of the columns known by now */
  private take(): TableFile {
    this.tally.take(tellRows(this.journal.following()));
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
   * Writes what is left, once all rows are there.
   * @param encode makes pieces on threads, where there is more than one
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

  /** The run was stopped: another begins the file again. */
  discard(): void {
    this.file?.discard();
  }
}
