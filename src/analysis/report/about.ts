import type { Series } from "../../../workers/contract";
import type { ReportContent, ReportSource } from "../../../workers/report/types";
import { plural } from "../../lib/format.ts";

/** What a report says besides what is on the page. */
export interface ReportAbout {
  /** Heads the report: "Risk analysis of brent.csv". */
  title: string;
  /** Of the file, without extension. */
  fileName: string;
  sources: ReportSource[];
  /** As the result was computed with. */
  settings: object;
  /** When the result was there. */
  at: number;
  /** The result as data. */
  result: unknown;
}

/** What a report holds before the version and the evidence are added. */
export type ToldContent = Omit<ReportContent, "appVersion" | "kernelDigest" | "evidence">;

/** A report that a tool writes itself instead of having its page read. */
export interface OwnReport {
  /** Of the menu: what is in it. */
  note: string;
  /** Of the file, without extension. */
  fileName: string;
  content(): ToldContent | Promise<ToldContent>;
}

/** A series as reports name it. */
export const sourceOf = ({ name, hash, length }: { name: string; hash: string; length: number }): ReportSource => ({
  name,
  sha256: hash,
  rows: length,
  size: plural(length, "row"),
});

/** What a report says of a result on one series. */
export const reportOn = (
  { series, settings, at }: { series: Series; settings: object; at: number },
  { title, fileName, result }: Pick<ReportAbout, "title" | "fileName" | "result">,
): ReportAbout => ({ title, fileName, sources: [sourceOf(series)], settings, at, result });
