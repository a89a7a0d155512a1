import { compute } from "../../client/compute";
import { TOOL_NAMES } from "./figures-as.tsx";
import { TOOL_FIGURES, TOOLS, type ToolFigure } from "./tool-figures";
import type { ProgramQuestion } from "./wealth-question";

type Printed = Record<string, Record<ToolFigure, number | null>>;

/** What every program reports for the same data, by program name: files contain all, whichever is chosen. Null if it cannot be computed. */
export async function printedByPrograms(question: ProgramQuestion | null): Promise<Printed | null> {
  const found = question && (await compute.run("figures-by-tool", question));
  return found?.ok ? Object.fromEntries(TOOLS.map((tool) => [TOOL_NAMES[tool], found.value[tool]])) : null;
}

/** The same as a table: a row per figure, a column per program. */
export function printedTable(printed: Printed): { head: string[]; rows: string[][] } {
  const programs = Object.entries(printed);
  return {
    head: ["Figure", ...programs.map(([name]) => name)],
    rows: TOOL_FIGURES.map(({ id, label, show }) => [label, ...programs.map(([, figures]) => show(figures[id]))]),
  };
}
