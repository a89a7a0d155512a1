import { createHash } from "node:crypto";
import { appVersion, kernelDigest } from "virtual:build-facts";
import { ColumnTypes, isFailed, type Row, type TableColumn, totalsLine } from "../../batch";
import type { Format, Piece } from "../output/encode-piece";
import { writeRows } from "../output/write-rows";
import type { Plan } from "./plan";

/** What computed: the same versions give the same bits. */
export const VERSIONS = { prospect: appVersion, kernels: kernelDigest };

/** What all rows come to. */
export interface Totals {
  failed: number;
  /** Of all answers in the order of the data: equal digests mean the same bits. */
  digest: string;
}

/** What rows come to, taken in the order of the data, some at a time. */
export class Tally {
  private readonly hash = createHash("sha256");
  private readonly types = new ColumnTypes();
  private failed = 0;

  /** @param onFailed hears of every row without an answer */
  take(rows: Iterable<Row>, onFailed?: (row: Row) => void): void {
    for (const row of rows) {
      this.hash.update(totalsLine(row));
      this.types.add(row);
      if (!isFailed(row)) continue;
      this.failed++;
      onFailed?.(row);
    }
  }

  columns = (): TableColumn[] => this.types.columns();

  /** Once all are taken. */
  totals = (): Totals => ({ failed: this.failed, digest: this.hash.digest("hex") });
}

export function totalsOf(rows: Iterable<Row>): Totals {
  const tally = new Tally();
  tally.take(rows);
  return tally.totals();
}

/** Where results go, and what they are of. */
export interface Results {
  path: string;
  format: Format;
  plan: Plan;
  series: number;
}

/**
 * Writes all rows in the order of the data, and beside them what was asked and what it comes to.
 * @param tally has taken all of them
 * @param pieces makes the file of some columns, piece by piece
 */
export async function writeResults(
  { path, format, plan, series }: Results,
  tally: Tally,
  pieces: (columns: readonly TableColumn[]) => AsyncIterable<Piece>,
): Promise<Totals> {
  const [columns, totals] = [tally.columns(), tally.totals()];
  await writeRows(path, { format, columns, record: { ...plan, versions: VERSIONS, series, ...totals } }, pieces(columns));
  return totals;
}
