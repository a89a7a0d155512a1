import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { type FiguresAs, figuresAsAtom } from "../../state/figures-as";
import { useFollowing } from "../use-follow-up";
import type { ProgramFigure, Tool } from "./tool-figures";
import type { ProgramQuestion } from "./wealth-question";

/** Figures by program, as far as a screen has them; null where a program does not define one. */
export type Figures = Record<Tool, Partial<Record<ProgramFigure, number | null>>>;

/** Whose definitions are chosen, and what all programs make of the same data once that is there. */
export interface ByProgram {
  as: FiguresAs;
  byTool: Figures | null;
}

/** They yield to anything the user requests. */
const LATER = { priority: "batch" } as const;

/** The figures of other programs beside ours: nothing is computed as long as our own are chosen. @param question null where there is none */
export function useByProgram(question: ProgramQuestion | null): ByProgram {
  const as = useAtomValue(figuresAsAtom);
  const { value } = useFollowing("figures-by-tool", as === "prospect" ? null : question, LATER);
  return useMemo(() => ({ as, byTool: value }), [as, value]);
}
