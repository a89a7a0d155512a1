import { createHash } from "node:crypto";
import { appVersion, kernelDigest } from "virtual:build-facts";
import { columnsOf, isFailed, type Row, type Rows, totalsLine } from "../../batch";
import { type Format, writeRows } from "../output/write-rows";
import type { Plan } from "./plan";

/** What computed: the same versions give the same bits. */
export const VERSIONS = { prospect: appVersion, kernels: kernelDigest };

/** What all rows come to. */
export interface Totals {
  failed: number;
  /** Of all answers in the order of the data: equal digests mean the same bits. */
  digest: string;
}

/** Counts and hashes rows as they pass. */
class Counting {
  private readonly hash = createHash("sha256");
  private failed = 0;

  /** @param onFailed hears of every row without an answer */
  *of(rows: Iterable<Row>, onFailed?: (row: Row) => void): Generator<Row> {
    for (const row of rows) {
      this.hash.update(totalsLine(row));
      if (isFailed(row)) {
        this.failed++;
        onFailed?.(row);
      }
      yield row;
    }
  }

  totals = (): Totals => ({ failed: this.failed, digest: this.hash.digest("hex") });
}

export function totalsOf(rows: Iterable<Row>): Totals {
  const counting = new Counting();
  for (const _ of counting.of(rows));
  return counting.totals();
}

/**
 * Writes all rows in the order of the data, and beside them what was asked and what it comes to. The rows are gone through twice.
 * @param onFailed hears of every row without an answer
 */
export async function writeResults(
  path: string,
  format: Format,
  rows: Rows,
  plan: Plan,
  series: number,
  onFailed?: (row: Row) => void,
): Promise<Totals> {
  const counting = new Counting();
  const columns = columnsOf(counting.of(rows(), onFailed));
  const totals = counting.totals();
  await writeRows(path, format, { columns, rows }, { ...plan, versions: VERSIONS, series, ...totals });
  return totals;
}
