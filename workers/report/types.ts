import type { Formula } from "../formula";
import type { ExportColumn } from "./jobs/export-table";

/** A figure as the screen shows it: its value with the unit, and below it what qualifies it, an interval say. */
export interface ReportFigure {
  label: string;
  value: string;
  note: string;
}

/** What a report is made of, in reading order. All texts are plain: escaping is the writer's. */
export type ReportBlock =
  | { kind: "heading"; level: 2 | 3; text: string; note: string }
  | { kind: "text"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "figures"; figures: ReportFigure[] }
  | { kind: "table"; label: string; head: string[]; rows: string[][]; note: string }
  /** `svg`: a drawing the charts made, whose own letters are escaped already. */
  | { kind: "chart"; title: string; svg: string };

/** What a figure says of itself, and the documentation of the function that computes it. */
export interface ReportMethod {
  title: string;
  formula: string;
  facts: [name: string, value: string][];
  differs: string;
  /** The formula as mathematics, if there is any in it. */
  lines?: Formula;
  computedBy: DocumentedFunction | null;
}

/** What the docstring of a function says. */
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
  /** How many that are, ready to show: "8,321 rows". */
  size: string;
}

/** Columns behind a chart. */
export interface ReportColumns {
  title: string;
  columns: ExportColumn[];
}

export interface ReportContent {
  title: string;
  /** When the result was computed, ready to show. */
  computedAt: string;
  sources: ReportSource[];
  settings: [name: string, value: string][];
  blocks: ReportBlock[];
  methods: ReportMethod[];
  /** The result as data, for whoever reads the file with a program. Long columns become their hash. */
  result: unknown;
  columns: ReportColumns[];
  appVersion: string;
  kernelDigest: string;
  /** What the report is checked by and computed again from; null where it cannot be computed again. */
  evidence: Evidence | null;
}

/** What a report holds beside its page. */
export interface Evidence {
  /** Its run, its result and what it shows, as JSON. */
  document: string;
  /** The datasets of its run as Parquet, base64, by the name the document has for each, with the CRC-32 of their bytes. */
  data: readonly { file: string; crc: number; base64: string }[];
  /** Datasets too large to be held, by name. */
  left: readonly string[];
}
