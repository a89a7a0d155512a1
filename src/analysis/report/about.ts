import type { Series } from "../../../workers/contract";
import type { ReportContent, ReportSource } from "../../../workers/report/types";
import { plural } from "../../lib/format.ts";

/** What a report contains besides the content of the page. */
export interface ReportAbout {
  /** Title of the report: "Risk analysis of brent.csv". */
  title: string;
  /** File name without extension. */
  fileName: string;
  sources: ReportSource[];
  /** Settings the result was computed with. */
  settings: object;
  /** When the result was computed. */
  at: number;
  /** The result as data. */
  result: unknown;
}

/** Content of a report before version and evidence are added. */
export type ReportDraft = Omit<ReportContent, "appVersion" | "kernelDigest" | "evidence">;

/** A report that a tool writes itself, instead of being read from its page. */
export interface OwnReport {
  /** Note of the menu entry: what it contains. */
  note: string;
  /** File name without extension. */
  fileName: string;
  content(): ReportDraft | Promise<ReportDraft>;
}

/** A series as named in reports. */
export const sourceOf = ({ name, hash, length }: { name: string; hash: string; length: number }): ReportSource => ({
  name,
  sha256: hash,
  rows: length,
  size: plural(length, "row"),
});

/** Report data of a result on one series. */
export const reportOn = (
  { series, settings, at }: { series: Series; settings: object; at: number },
  { title, fileName, result }: Pick<ReportAbout, "title" | "fileName" | "result">,
): ReportAbout => ({ title, fileName, sources: [sourceOf(series)], settings, at, result });
