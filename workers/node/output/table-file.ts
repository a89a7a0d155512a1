import { closeSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { fileWriter } from "hyparquet-writer";
import { csvHeader, type TableColumn } from "../../batch";
import { ParquetColumns } from "../../report";
import type { Format, Piece } from "./encode-piece";

/** What pieces are written to. */
interface Target {
  append(piece: Piece): void;
  finish(record: object): void | Promise<void>;
  close(): void;
}

function textTarget(path: string, first: string): Target {
  const file = openSync(path, "w");
  const write = (bytes: Uint8Array) => {
    for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from);
  };
  write(new TextEncoder().encode(first));
  return {
    append: (piece) => {
      if (!("group" in piece)) write(piece);
    },
    finish: () => undefined,
    close: () => closeSync(file),
  };
}

function parquetTarget(path: string, columns: readonly TableColumn[]): Target {
  const file = new ParquetColumns(fileWriter(path), columns);
  return {
    append: (piece) => {
      if ("group" in piece) file.append(piece);
    },
    finish: (record) => file.finish(record),
    close: () => undefined,
  };
}

/** A file of results of some columns, written piece by piece beside where it is to stand: it is there as a whole, or as it was before. */
export class TableFile {
  private readonly fresh: string;
  private readonly target: Target;
  /** Pieces that are written. */
  made = 0;

  constructor(
    private readonly path: string,
    readonly format: Format,
    readonly columns: readonly TableColumn[],
  ) {
    this.fresh = `${path}.part`;
    this.target =
      format === "parquet" ? parquetTarget(this.fresh, columns) : textTarget(this.fresh, format === "csv" ? csvHeader(columns) : "");
  }

  append(piece: Piece): void {
    this.target.append(piece);
    this.made++;
  }

  /** Puts the file in its place, and beside it what is told of the run; a Parquet file carries that, too. */
  async finish(record: object): Promise<void> {
    await this.target.finish(record);
    this.target.close();
    // First what marks it as results: nothing takes it for data meanwhile.
    writeFileSync(`${this.path}.run.json`, `${JSON.stringify(record, null, 2)}\n`);
    renameSync(this.fresh, this.path);
  }

  /** What is written of it has not served. */
  discard(): void {
    this.target.close();
    rmSync(this.fresh, { force: true });
  }
}
