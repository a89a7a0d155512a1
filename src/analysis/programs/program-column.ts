import type { TableColumn } from "../../ui/data-table.tsx";
import { TOOL_HEADS } from "./figures-as.tsx";
import { chosenFigure } from "./printed-as.tsx";
import { PROGRAM_FIGURES, type ToolFigure } from "./tool-figures";
import type { ByProgram } from "./use-by-program";

/** The chosen program's column in a table of figures; none if ours is chosen. @param figureOf the figure of a row, if programs define it */
export function programColumn<Row>(by: ByProgram, figureOf: (row: Row) => ToolFigure | undefined): TableColumn<Row>[] {
  if (by.as === "prospect" || !by.byTool) return [];
  const cell = (row: Row) => {
    const figure = figureOf(row);
    return figure ? PROGRAM_FIGURES[figure].show(chosenFigure(by, figure)) : "";
  };
  return [{ id: "program", header: `As ${TOOL_HEADS[by.as]}`, unreported: true, cell }];
}
