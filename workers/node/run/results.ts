import { createHash } from "node:crypto";
import { appVersion, kernelDigest } from "virtual:build-facts";
import { ColumnTypes, type FoundTypes, inGroups, isFailed, type Row, type TableColumn, totalsLine } from "../../batch";
import type { Format, Piece } from "../output/encode-piece";
import { TableFile } from "../output/table-file";
import type { Plan } from "./plan";

/** What computed: the same versions give the same bits. */
export const VERSIONS = { prospect: appVersion, kernels: kernelDigest };

/** What all rows come to. */
export interface Totals {
  failed: number;
  /** Of all answers in the order of the data: equal digests mean the same bits. */
  digest: string;
}

/** What some rows come to, to be joined with what those before and behind them do. */
export interface RowsTold {
  /** What they add to the digest. */
  text: string;
  types: FoundTypes;
  failed: number;
}

/** Tells what rows come to. @param onFailed hears of every row without an answer */
export function tellRows(rows: Iterable<Row>, onFailed?: (row: Row) => void): RowsTold {
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

/** What rows come to, taken in the order of the data, some at a time. */
export class Tally {
  private readonly hash = createHash("sha256");
  private readonly types = new ColumnTypes();
  private failed = 0;

  take({ text, types, failed }: RowsTold): void {
    this.hash.update(text);
    this.types.addFound(types);
    this.failed += failed;
  }

  columns = (): TableColumn[] => this.types.columns();

  /** Once all are taken. */
  totals = (): Totals => ({ failed: this.failed, digest: this.hash.digest("hex") });
}

export function totalsOf(rows: Iterable<Row>): Totals {
  const tally = new Tally();
  for (const some of inGroups(rows)) tally.take(tellRows(some));
  return tally.totals();
}

/** Where results go, and what they are of. */
export interface Results {
  path: string;
  format: Format;
  plan: Plan;
  series: number;
}

/** What is told of a run beside its results. */
export const recordOf = ({ plan, series }: Results, totals: Totals): object => ({ ...plan, versions: VERSIONS, series, ...totals });

/**
 * Writes all rows in the order of the data, and beside them what was asked and what it comes to.
 * @param tally has taken all of them
 * @param pieces makes the file of some columns, piece by piece
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
