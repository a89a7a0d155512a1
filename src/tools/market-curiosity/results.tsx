import { memo, useCallback, useDeferredValue, useState } from "react";
import type { Failure } from "../../../workers/contract";
import type { Shape } from "../../../workers/curiosity/shapes";
import { AlertsPanel } from "./alerts-panel.tsx";
import { ComplexityChart } from "./complexity-chart.tsx";
import { ImportanceChart } from "./importance-chart.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { PatternChart } from "./pattern-chart.tsx";
import { StructurePanel } from "./structure-panel.tsx";
import type { CuriosityRun, StructureValue } from "./use-curiosity";
import { WindowsPanel } from "./windows-panel.tsx";

export interface ResultsProps {
  run: CuriosityRun;
  structure: StructureValue | null;
  structureFailure: Failure | null;
}

/** Cards, patterns with their windows, what the score is made of, alerts, and the structure behind it. */
export const Results = memo(function Results({ run, structure, structureFailure }: ResultsProps) {
  // The lower half follows when the upper one stands: changing all of it in one go would hold the page up.
  const lower = useDeferredValue<CuriosityRun | null>(run, null);
  const { shapes } = run.value;
  const [choice, setChoice] = useState<Shape | null>(null);
  const chosen = choice && shapes.includes(choice) ? choice : null;
  const choose = useCallback((shape: Shape) => setChoice(shape), []);
  return (
    <>
      <KeyFigures run={run} />
      <PatternChart run={run} chosen={chosen} onChoose={choose} />
      {shapes.length > 0 ? <WindowsPanel run={run} chosen={chosen ?? shapes[0]} onChoose={choose} /> : null}
      {lower ? <Lower run={lower} /> : null}
      <StructurePanel value={structure} failure={structureFailure} />
    </>
  );
});

const Lower = memo(function Lower({ run }: { run: CuriosityRun }) {
  return (
    <>
      <div className="grid items-start gap-4 min-[1180px]:grid-cols-2">
        <ImportanceChart run={run} />
        <AlertsPanel run={run} />
      </div>
      <ComplexityChart run={run} />
    </>
  );
});
