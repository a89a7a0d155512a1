import type { ScriptFigure, ScriptInput } from "../../workers/report/scripts/script";

/** Input of a script, apart from language and versions. */
export type ScriptQuestion = Omit<ScriptInput, "language" | "versions">;

/** Figures a script compares; undefined ones are omitted. @param share relative tolerance for other programs */
export const comparedFigures = (share: number, figures: Record<string, number | null>): ScriptFigure[] =>
  Object.entries(figures).flatMap(([key, value]) =>
    value === null || !Number.isFinite(value) ? [] : [{ key, value, allowed: share * Math.max(Math.abs(value), 1e-3) }],
  );
