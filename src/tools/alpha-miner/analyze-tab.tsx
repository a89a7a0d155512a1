import { memo, useState } from "react";
import { PartNote } from "../../analysis/part-note.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import { CorrelationPanel } from "./correlation-panel.tsx";
import { FactorDetail } from "./factor-detail.tsx";
import { InformationChart } from "./information-chart.tsx";
import { InformationTable } from "./information-table.tsx";
import type { AlphaRun } from "./use-alpha";

/** Maximum number side by side on a wide screen. */
const MAX_BESIDE = 5;

/** How well each factor predicts forward returns, over which horizon, and which factors are redundant. */
export const AnalyzeTab = memo(function AnalyzeTab({ run }: { run: AlphaRun }) {
  const { factors } = run.value;
  const [chosen, choose] = useState<number | null>(null);
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0];
  if (!factor) return <EmptyState>No factor can be computed on this data; see Discover Alpha for the reasons.</EmptyState>;
  const options = factors.map(({ id, name }) => ({ value: String(id), label: name }));
  const pick = (id: string) => choose(Number(id));
  return (
    <>
      <PartNote part={run.value.canceledAfter} things="factors">
        Factors that were not tested are missing here.
      </PartNote>
      <InformationTable run={run} />
      <InformationChart factors={factors} />
      <div className="@container">
        {factors.length <= MAX_BESIDE ? (
          <Segmented label="Factor" value={String(factor.id)} options={options} onChange={pick} className="@max-[620px]:hidden" />
        ) : null}
        <div className={factors.length <= MAX_BESIDE ? "@min-[620px]:hidden" : "max-w-80"}>
          <Select label="Factor" value={String(factor.id)} options={options} onChange={pick} />
        </div>
      </div>
      <FactorDetail key={factor.id} run={run} factor={factor} />
      <CorrelationPanel run={run} />
    </>
  );
});
