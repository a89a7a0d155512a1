import { DEFINITIONS } from "./definitions";
import { FiguresAsField, TOOL_NAMES } from "./figures-as.tsx";
import { PROGRAM_FIGURES, type ProgramFigure, TOOLS, type Tool } from "./tool-figures";
import type { ByProgram } from "./use-by-program";

export interface ProgramChoiceProps {
  figure: ProgramFigure;
  /** Our value; omitted for a column of many. */
  own?: number | null;
  by: ByProgram;
}

/** A figure by our definition and those of other programs, how the chosen one defines it, and the choice. */
export function ProgramChoice({ figure, own, by: { as, byTool } }: ProgramChoiceProps) {
  const { show } = PROGRAM_FIGURES[figure];
  const value = (tool: Tool) => byTool?.[tool][figure] ?? null;
  const rows: [string, string][] = [
    ["Prospect", show(own ?? null)],
    ...TOOLS.filter((tool) => value(tool) !== null).map((tool): [string, string] => [TOOL_NAMES[tool], show(value(tool))]),
  ];
  return (
    <div className="flex flex-col gap-2.5 text-small">
      {byTool ? (
        <dl aria-label="By program" className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
          {rows.map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="num min-w-0">{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {as === "prospect" ? null : <Definition tool={as} figure={figure} missing={byTool !== null && value(as) === null} />}
      <FiguresAsField hint="On all screens of this device. Rules, rankings, optimizers, runs and the API keep Prospect's." />
    </div>
  );
}

function Definition({ tool, figure, missing }: { tool: Tool; figure: ProgramFigure; missing: boolean }) {
  const { source, compared, of } = DEFINITIONS[tool];
  const defined = of[figure];
  const name = TOOL_NAMES[tool];
  if (!defined) return <p className="text-muted">{name} does not report it: Prospect's figure is shown.</p>;
  return (
    <p className="text-muted">
      {name}: {defined.formula}. Source: {source}. Compared with: {defined.compared ?? compared}.
      {missing ? " Not available for this data: Prospect's figure is shown." : ""}
    </p>
  );
}
