import type { ReactNode } from "react";
import { deferred } from "../../ui/deferred.ts";
import type { Provenance } from "../../ui/info-button.tsx";
import { asReported } from "./figures-as.tsx";
import type { ProgramChoiceProps } from "./program-choice.tsx";
import type { ProgramFigure } from "./tool-figures";
import type { ByProgram } from "./use-by-program";

/** In an ⓘ: other programs' definitions of a figure, with a choice. */
export const ProgramChoice = deferred<ProgramChoiceProps>(async () => (await import("./program-choice.tsx")).ProgramChoice);

interface Own {
  value: number | null;
  /** Note below it. */
  note?: ReactNode;
}

/** A figure by the chosen definition; null if that is ours, or the program does not define it. */
export const chosenFigure = ({ as, byTool }: ByProgram, figure: ProgramFigure): number | null =>
  as === "prospect" ? null : (byTool?.[as][figure] ?? null);

/**
 * A figure by the chosen program's definition, marked as such, with ours below it. A report always has ours, so that it is the same when
 * recomputed on a device where another program is chosen.
 */
export function printedAs(by: ByProgram, figure: ProgramFigure, show: (value: number | null) => string, own: Own, info: Provenance) {
  const { value, note } = own;
  const other = chosenFigure(by, figure);
  const choice = <ProgramChoice figure={figure} own={value} by={by} />;
  if (other === null || by.as === "prospect") return { value: show(value) as ReactNode, note, info: { ...info, choice } };
  return {
    value: <span data-reported={show(value)}>{show(other)}</span>,
    note: (
      <>
        <span className="block" data-report="none">
          {asReported(by.as)}; here {show(value)}
          {note ? ":" : ""}
        </span>
        {note}
      </>
    ),
    info: { ...info, choice },
  };
}
