import type { Formula } from "../formula";
import type { ExportColumn } from "./jobs/export-table";

/** A figure as shown on the screen: its value with the unit, and a note such as an interval. */
export interface ReportFigure {
  label: string;
  value: string;
  note: string;
}

/** The contents of a report, in reading order. All texts are plain: the writer escapes them. */
export type ReportBlock =
  | { kind: "heading"; level: 2 | 3; text: string; note: string }
  | { kind: "text"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "figures"; figures: ReportFigure[] }
  | { kind: "table"; label: string; head: string[]; rows: string[][]; note: string }
  /** `svg`: a drawing made by the charts, with escaped text. */
  | { kind: "chart"; title: string; svg: string };

/** The method of a figure, and the documentation of the function that computes it. */
export interface ReportMethod {
  title: string;
  formula: string;
  facts: [name: string, value: string][];
  differs: string;
  /** The formula as MathML, if there is one. */
  lines?: Formula;
  computedBy: DocumentedFunction | null;
}

/** The docstring of a function. */
export interface DocumentedFunction {
  what: string;
  formula: string;
  lines?: Formula;
  source: string;
  tolerance: string;
  /** File and name of the function. */
  code?: string;
}

export interface ReportSource {
  name: string;
  /** SHA-256 of times and values in hex. */
  sha256: string;
  rows: number;
  /** The number of rows for display: "8,321 rows". */
  size: string;
}

/** Columns behind a chart. */
export interface ReportColumns {
  title: string;
  columns: ExportColumn[];
}

export interface ReportContent {
  title: string;
  /** When the result was computed, for display. */
  computedAt: string;
  sources: ReportSource[];
  settings: [name: string, value: string][];
  blocks: ReportBlock[];
  methods: ReportMethod[];
  /** The result as data, for programs that read the file. Long columns are replaced by their hash. */
  result: unknown;
  columns: ReportColumns[];
  appVersion: string;
  kernelDigest: string;
  /** What the report is verified and recomputed from; null if it cannot be recomputed. */
  evidence: Evidence | null;
}

/** Data embedded in a report, besides the visible page. */
export interface Evidence {
  /** The run, the result and the displayed contents, as JSON. */
  document: string;
  /** The datasets of the run as Parquet in base64, by their names in the document, with the CRC-32 of their bytes. */
  data: readonly { file: string; crc: number; base64: string }[];
  /** Names of the datasets that are too large to embed. */
  left: readonly string[];
}
