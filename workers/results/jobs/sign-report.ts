import { type Outcome, succeed } from "../../contract";
import { signReport } from "../report-file";
import type { SigningKey } from "../signature";

/** A report with its signature inserted. */
export async function signReportJob({ file, key }: { file: Blob; key: SigningKey }): Promise<Outcome<Blob>> {
  return succeed(new Blob([await signReport(await file.text(), key)], { type: "text/html" }));
}
