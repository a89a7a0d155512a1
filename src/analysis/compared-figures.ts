import type { ScriptFigure, ScriptInput } from "../../workers/report/scripts/script";

/** A result as passed to a script. */
export type ScriptQuestion = Omit<ScriptInput, "language" | "versions">;

/** Figures a script compares, those that are not defined omitted. @param share of a figure's size that another program may be off by */
export const comparedFigures = (share: number, figures: Record<string, number | null>): ScriptFigure[] =>
  Object.entries(figures).flatMap(([key, value]) =>
    value === null || !Number.isFinite(value) ? [] : [{ key, value, allowed: share * Math.max(Math.abs(value), 1e-3) }],
  );
