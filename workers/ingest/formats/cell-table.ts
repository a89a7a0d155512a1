import { because, type Count, type FileFormat } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { headOf, linesOf } from "../read-columns";
import { plainLineEnds, splitRecords, type TextRecord } from "../records";
import { BinaryFile, RefusedFile } from "../refused-file";
import { Remembered } from "../remembered";
import { sniffShape } from "../sniff-shape";
import { openText, sampleText } from "../text-source";
import type { UnsolvedColumn } from "../unsolved";
import { wholeText } from "../whole-text";
import type { Found } from "./content";
import { openFile } from "./open-file";

/** A table with names and texts beside numbers, which is not a series: news, holdings. Cells are as written in the file. */
export interface CellTable {
  /** Cells of its first row. */
  head: string[];
  /** Size of a text in bytes; null for typed columns. */
  size: number | null;
  /** False for a text whose cells are separated by blanks only, which may also occur within names. */
  parted: boolean;
  /** Columns of formulas without results. */
  unsolved: readonly UnsolvedColumn[];
  /** All its rows, including the first. Lines of a text are counted from 1, rows of typed columns from 2, below their names. */
  records(): AsyncIterable<TextRecord[]>;
}

async function inText({ blob, written, unsolved = [] }: Extract<Found, { kind: "text" }>, work: [JobContext, string]): Promise<CellTable> {
  const sample = plainLineEnds(sampleText(await openText(blob)));
  const delimiter = written?.delimiter ?? (sample.trim() === "" ? "newline" : sniffShape(sample).delimiter);
  return {
    head: splitRecords(sample, delimiter, 1, true).records[0]?.cells ?? [],
    size: blob.size,
    parted: delimiter !== "space" && delimiter !== "newline",
    unsolved,
    async *records() {
      const { records, unclosed } = splitRecords(plainLineEnds(await wholeText(blob, ...work)), delimiter, 1, true);
      // The rows after it would be one cell.
      if (unclosed !== null)
        throw new RefusedFile({ ...because("ingest/csvFailed", { cause: because("ingest/quoteUnclosed") }), row: unclosed });
      yield records;
    },
  };
}

async function inColumns({ table }: Extract<Found, { kind: "columns" }>, [context]: [JobContext, string]): Promise<CellTable> {
  const { names } = await headOf(table, 0);
  return {
    head: names,
    size: null,
    parted: true,
    unsolved: [],
    async *records() {
      yield [{ cells: names, line: 1 }];
      let line: Count = 2;
      for await (const rows of linesOf(table)) {
        context.checkpoint();
        yield rows.map((cells) => ({ cells, line: line++ }));
      }
    },
  };
}

/**
 * The tables of a file of any format that are read here, most likely first: of a workbook its sheets, of an archive its entries.
 * @param asTexts formats to be returned as written
 * @throws RefusedFile if there is none, UnreadableFile
 */
export async function* tablesWithin(
  blob: Blob,
  context: JobContext,
  label: string,
  asTexts?: ReadonlySet<FileFormat>,
): AsyncGenerator<CellTable> {
  let refused: RefusedFile | null = null;
  let opened = false;
  for await (const found of openFile(blob, [], new Remembered(null), context, label, asTexts)) {
    if (found.kind === "refused") {
      refused ??= new RefusedFile(found.failure);
      continue;
    }
    opened = true;
    yield await (found.kind === "text" ? inText(found, [context, label]) : inColumns(found, [context, label]));
  }
  if (!opened) throw refused ?? new BinaryFile();
}
