import { closeSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { fileWriter } from "hyparquet-writer";
import { csvHeader, type TableColumn } from "../../batch";
import { ParquetColumns } from "../../report";
import type { Format, Piece } from "./encode-piece";

/** Destination of pieces. */
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

/** A results file with given columns, written piece by piece to a temporary file: the final file is either complete or unchanged. */
export class TableFile {
  private readonly fresh: string;
  private readonly target: Target;
  /** Number of pieces written. */
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

  /** Moves the file into place, along with the record of the run; a Parquet file also contains the record. */
  async finish(record: object): Promise<void> {
    await this.target.finish(record);
    this.target.close();
    // First the record, which marks the file as results, so that it is never taken for data.
    writeFileSync(`${this.path}.run.json`, `${JSON.stringify(record, null, 2)}\n`);
    renameSync(this.fresh, this.path);
  }

  /** Deletes the temporary file. */
  discard(): void {
    this.target.close();
    rmSync(this.fresh, { force: true });
  }
}
