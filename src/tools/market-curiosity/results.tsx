import { memo, useCallback, useDeferredValue, useState } from "react";
import type { Failure } from "../../../workers/contract";
import type { Shape } from "../../../workers/curiosity/shapes";
import { AlertsPanel } from "./alerts-panel.tsx";
import { Comparison } from "./comparison.tsx";
import { ComplexityChart } from "./complexity-chart.tsx";
import type { CuriosityRun } from "./curiosity-run";
import { ImportanceChart } from "./importance-chart.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { PatternChart } from "./pattern-chart.tsx";
import { shapeName } from "./shape-words";
import { StructurePanel } from "./structure-panel.tsx";
import type { StructureValue } from "./use-curiosity";
import { type Comparing, patternsOf } from "./use-patterns";
import { WindowsPanel } from "./windows-panel.tsx";

export interface ResultsProps {
  run: CuriosityRun;
  comparing: Comparing;
  structure: StructureValue | null;
  structureFailure: Failure | null;
}

/** Cards, patterns with their windows, components of the score, alerts, and structure. */
export const Results = memo(function Results({ run, comparing, structure, structureFailure }: ResultsProps) {
  // The lower half is rendered after the upper one: updating everything at once would block the page.
  const lower = useDeferredValue<CuriosityRun | null>(run, null);
  const patterns = patternsOf(run, comparing.shown);
  const { shapes } = patterns;
  // By name, since comparing more rows may change which motif is first.
  const [choice, setChoice] = useState<{ of: CuriosityRun; name: string } | null>(null);
  const chosen = (choice?.of === run && shapes.find((shape) => shapeName(shape) === choice.name)) || null;
  const choose = useCallback((shape: Shape) => setChoice({ of: run, name: shapeName(shape) }), [run]);
  return (
    <>
      <KeyFigures run={run} />
      <PatternChart run={run} patterns={patterns} chosen={chosen} onChoose={choose}>
        <Comparison run={run} comparing={comparing} />
      </PatternChart>
      {shapes.length > 0 ? <WindowsPanel run={run} patterns={patterns} chosen={chosen ?? shapes[0]} onChoose={choose} /> : null}
      {lower ? <Lower run={lower} /> : null}
      <StructurePanel value={structure} failure={structureFailure} />
    </>
  );
});

const Lower = memo(function Lower({ run }: { run: CuriosityRun }) {
  return (
    <>
      <div className="grid items-start gap-4 @min-[740px]/results:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <ImportanceChart run={run} />
        <AlertsPanel run={run} />
      </div>
      <ComplexityChart run={run} />
    </>
  );
});
