import { useMemo } from "react";
import { CorrelationMatrix } from "../../charts/heat-map.tsx";
import { fixed } from "../../lib/format.ts";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { provenanceOf } from "./provenance";
import type { AlphaRun } from "./use-alpha";

/** Which factors are redundant, and which remain if the weaker of each such pair is dropped. */
export function CorrelationPanel({ run }: { run: AlphaRun }) {
  const { correlations, factors } = run.value;
  const { ids, matrix, flagged, kept } = correlations;
  const nameOf = (wanted: number) => factors.find(({ id }) => id === wanted)?.name ?? String(wanted);
  const names = useMemo(() => ids.map((wanted) => factors.find(({ id }) => id === wanted)?.name ?? ""), [ids, factors]);
  const values = useMemo(() => Float64Array.from(matrix.flat(), (value) => value ?? Number.NaN), [matrix]);
  const threshold = run.input.settings?.correlationThreshold ?? null;
  const gone = ids.filter((id) => !kept.includes(id));
  if (ids.length < 2) return null;
  return (
    <>
      <CorrelationMatrix
        title="Correlations"
        subtitle={run.value.mode === "series" ? "Spearman's, of the factors" : "Spearman's, of the factors' information coefficients"}
        exportName="factor-correlations"
        names={names}
        values={values}
      />
      <Panel
        title="Pruning"
        note={`above a correlation of ${fixed(threshold, 2)} the weaker factor is dropped`}
        actions={<InfoButton {...provenanceOf(run).correlations} />}
      >
        {flagged.length === 0 ? (
          <p>
            No pair exceeds {fixed(threshold, 2)}: {ids.length === 2 ? "both" : `all ${ids.length}`} are retained.
          </p>
        ) : (
          <>
            <ul aria-label="Pairs above the threshold" className="flex flex-col gap-1">
              {flagged.map(({ first, second, correlation }) => (
                <li key={`${first}-${second}`}>
                  {nameOf(first)} and {nameOf(second)}: <span className="num">{fixed(correlation, 3)}</span>
                </li>
              ))}
            </ul>
            <p className="mt-2 text-muted">
              Kept: {kept.map(nameOf).join(", ")}. Pruned: {gone.map(nameOf).join(", ")}.
            </p>
          </>
        )}
      </Panel>
    </>
  );
}
