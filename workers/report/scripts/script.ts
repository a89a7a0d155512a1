import type { ExportColumn } from "../jobs/export-table";

export const LANGUAGES = ["python", "r"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A line per kind of result that can be written as a script. */
export const SCRIPT_KINDS = [
  "backtest",
  "batch-risk",
  "factors",
  "garch",
  "indicators",
  "lyapunov",
  "news",
  "portfolio",
  "record",
  "regimes",
  "risk",
  "search",
  "structure",
  "validation",
  "volatility",
] as const;
export type ScriptKind = (typeof SCRIPT_KINDS)[number];

/** A figure of ours, and how far another program's may lie from it. */
export interface ScriptFigure {
  /** As the script names what it computes. */
  key: string;
  value: number;
  /** Largest absolute difference. */
  allowed: number;
}

/** Values passed to a script besides its columns. */
export type ScriptSetting = number | string | boolean | null | readonly number[] | readonly string[];

export interface ScriptInput {
  language: Language;
  kind: ScriptKind;
  title: string;
  /** File of the data, as the user called it, and the SHA-256 of its numbers; null of a text, which is in the script. */
  source: { name: string; sha256: string | null };
  /** What computed our figures: "Prospect 0.1.0, kernels 12ab34cd". */
  versions: string;
  settings: Record<string, ScriptSetting>;
  columns: readonly ExportColumn[];
  figures: readonly ScriptFigure[];
}

/** What a language computes of a kind of result. */
export interface ScriptPart {
  /** Programs and versions it is written for, and where they count or define differently than Prospect. */
  notes: readonly string[];
  /** Code that reads `data` and `settings` and gives what it finds to `report(program, key, value)`. */
  code: string;
}

export type ScriptTemplate = Record<Language, ScriptPart>;
