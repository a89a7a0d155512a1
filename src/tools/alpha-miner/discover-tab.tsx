import { memo } from "react";
import { PartNote } from "../../analysis/part-note.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { PerformanceChart } from "./performance-chart.tsx";
import { SamplePanel } from "./sample-panel.tsx";
import { StatisticsPanel } from "./statistics-panel.tsx";
import type { AlphaRun } from "./use-alpha";

/** The computable factors: performance, statistics, and their sample. */
export const DiscoverTab = memo(function DiscoverTab({ run }: { run: AlphaRun }) {
  return (
    <>
      <PartNote part={run.value.canceledAfter} things="factors">
        Corrections for the number of tests count only these. Not added to the list of runs.
      </PartNote>
      {run.value.factors.length > 0 ? (
        <>
          <PerformanceChart run={run} />
          <StatisticsPanel run={run} />
        </>
      ) : (
        <Caution>None of the selected factors can be computed on this data; see the reasons below.</Caution>
      )}
      <SamplePanel run={run} />
    </>
  );
});
