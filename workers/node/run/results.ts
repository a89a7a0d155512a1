import { createHash } from "node:crypto";
import { appVersion, kernelDigest } from "virtual:build-facts";
import { ColumnTypes, type FoundTypes, inGroups, isFailed, type Row, type TableColumn, totalsLine } from "../../batch";
import type { Format, Piece } from "../output/encode-piece";
import { TableFile } from "../output/table-file";
import type { Plan } from "./plan";

/** Versions of the software: the same versions give the same bits. */
export const VERSIONS = { prospect: appVersion, kernels: kernelDigest };

/** Summary of all rows. */
export interface Totals {
  failed: number;
  /** Of all answers in the order of the data: equal digests mean the same bits. */
  digest: string;
}

/** Summary of some rows, to be joined with those before and after. */
export interface RowsSummary {
  /** Their contribution to the digest. */
  text: string;
  types: FoundTypes;
  failed: number;
}

/** Summarizes rows. @param onFailed called for every row without an answer */
export function summarizeRows(rows: Iterable<Row>, onFailed?: (row: Row) => void): RowsSummary {
  const types = new ColumnTypes();
  let [text, failed] = ["", 0];
  for (const row of rows) {
    text += totalsLine(row);
    types.add(row);
    if (!isFailed(row)) continue;
    failed++;
    onFailed?.(row);
  }
  return { text, types: types.found(), failed };
}

/** Summary of rows, added in the order of the data, some at a time. */
export class Tally {
  private readonly hash = createHash("sha256");
  private readonly types = new ColumnTypes();
  private failed = 0;

  take({ text, types, failed }: RowsSummary): void {
    this.hash.update(text);
    this.types.addFound(types);
    this.failed += failed;
  }

  columns = (): TableColumn[] => this.types.columns();

  /** Totals, once all rows are added. */
  totals = (): Totals => ({ failed: this.failed, digest: this.hash.digest("hex") });
}

export function totalsOf(rows: Iterable<Row>): Totals {
  const tally = new Tally();
  for (const some of inGroups(rows)) tally.take(summarizeRows(some));
  return tally.totals();
}

/** Destination and description of results. */
export interface Results {
  path: string;
  format: Format;
  plan: Plan;
  series: number;
}

/** The record of a run, stored beside its results. */
export const recordOf = ({ plan, series }: Results, totals: Totals): object => ({ ...plan, versions: VERSIONS, series, ...totals });

/**
 * Writes all rows in the order of the data, and beside them the record of the run.
 * @param tally of all rows
 * @param pieces encodes the file for given columns, piece by piece
 */
export async function writeResults(
  results: Results,
  tally: Tally,
  pieces: (columns: readonly TableColumn[]) => AsyncIterable<Piece>,
): Promise<Totals> {
  const [columns, totals] = [tally.columns(), tally.totals()];
  const file = new TableFile(results.path, results.format, columns);
  for await (const piece of pieces(columns)) file.append(piece);
  await file.finish(recordOf(results, totals));
  return totals;
}
