import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { type FiguresAs, figuresAsAtom } from "../../state/figures-as";
import { useFollowing } from "../use-follow-up";
import type { ProgramFigure, Tool } from "./tool-figures";
import type { ProgramQuestion } from "./wealth-question";

/** Figures by program, as far as a screen has them; null if a program does not define one. */
export type Figures = Record<Tool, Partial<Record<ProgramFigure, number | null>>>;

/** The chosen program, and the figures of all programs for the same data once computed. */
export interface ByProgram {
  as: FiguresAs;
  byTool: Figures | null;
}

/** These jobs yield to anything the user requests. */
const LATER = { priority: "batch" } as const;

/** The figures of other programs beside ours: nothing is computed while ours are chosen. @param question null for none */
export function useByProgram(question: ProgramQuestion | null): ByProgram {
  const as = useAtomValue(figuresAsAtom);
  const { value } = useFollowing("figures-by-tool", as === "prospect" ? null : question, LATER);
  return useMemo(() => ({ as, byTool: value }), [as, value]);
}
