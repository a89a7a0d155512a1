import { createHash } from "node:crypto";
import { appVersion, kernelDigest } from "virtual:build-facts";
import { isFailed, type Row, type Rows, totalsLine } from "../../batch";
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

export function totalsOf(rows: Iterable<Row>): Totals {
  const hash = createHash("sha256");
  let failed = 0;
  for (const row of rows) {
    hash.update(totalsLine(row));
    failed += Number(isFailed(row));
  }
  return { failed, digest: hash.digest("hex") };
}

/** Writes all rows in the order of the data, and beside them what was asked and what it comes to. */
export async function writeResults(path: string, format: Format, rows: Rows, plan: Plan, series: number): Promise<Totals> {
  const totals = totalsOf(rows());
  await writeRows(path, format, rows, { ...plan, versions: VERSIONS, series, ...totals });
  return totals;
}
