import { useMemo } from "react";
import { BarChart } from "../../charts/bar-chart";
import { percent } from "../../lib/format.ts";
import { InfoButton } from "../../ui/info-button.tsx";
import type { CuriosityRun } from "./curiosity-run";
import { provenanceOf } from "./provenance";

const LABELS = { volatility: "Volatility", trend: "Trend", complexity: "Complexity", novelty: "Novelty" } as const;
const CATEGORIES = Object.values(LABELS);

/** Each component's share of the score; the weight of novelty is not a share and has no bar. */
export function ImportanceChart({ run }: { run: CuriosityRun }) {
  const shares = run.value.data.exploration_results.feature_importance;
  const series = useMemo(() => {
    const values = Float64Array.of(shares.volatility, shares.trend, shares.complexity, shares.novelty).map((share) => 100 * share);
    return [{ key: "share", label: "Share of the score", values }];
  }, [shares]);
  return (
    <BarChart
      title="Feature Importance"
      subtitle="% of the score"
      exportName="feature-importance"
      category="Feature"
      categories={CATEGORIES}
      series={series}
      direction="sideways"
      unit="%"
      digits={1}
      footer={
        <span className="flex items-center gap-1.5">
          Shares sum to {percent(1, 0)}.
          <InfoButton placement="bottom start" {...provenanceOf(run).importance} />
        </span>
      }
    />
  );
}
