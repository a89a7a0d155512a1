import type { ExportColumn } from "../jobs/export-table";

export const LANGUAGES = ["python", "r"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Kinds of results that can be exported as a script, one line each. */
export const SCRIPT_KINDS = [
  "account",
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

/** One of our figures, and the tolerance for that of another program. */
export interface ScriptFigure {
  /** Name of the figure in the script. */
  key: string;
  value: number;
  /** Maximum absolute difference. */
  allowed: number;
}

/** Values passed to a script besides its columns. */
export type ScriptSetting = number | string | boolean | null | readonly number[] | readonly string[];

export interface ScriptInput {
  language: Language;
  kind: ScriptKind;
  title: string;
  /** Name of the data file given by the user, and the SHA-256 of its numbers; null for a text that the script itself contains. */
  source: { name: string; sha256: string | null };
  /** Versions that computed our figures: "Prospect 0.1.0, kernels 12ab34cd". */
  versions: string;
  settings: Record<string, ScriptSetting>;
  columns: readonly ExportColumn[];
  figures: readonly ScriptFigure[];
}

/** The code of one language for a kind of result. */
export interface ScriptPart {
  /** Required programs and versions, and where their definitions differ from Prospect's. */
  notes: readonly string[];
  /** Code that reads `data` and `settings` and passes its results to `report(program, key, value)`. */
  code: string;
}

export type ScriptTemplate = Record<Language, ScriptPart>;
