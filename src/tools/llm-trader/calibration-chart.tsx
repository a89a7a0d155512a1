import { useMemo } from "react";
import type { HitRate } from "../../../workers/news/reflect";
import { BarChart } from "../../charts/bar-chart.tsx";

/** Reliability diagram: confidence and hit rate in each fifth of confidence. */
export function CalibrationChart({ byConfidence, scored }: { byConfidence: readonly HitRate[]; scored: number }) {
  const { categories, series } = useMemo(() => {
    const percents = (of: (rate: HitRate) => number | null) =>
      Float64Array.from(byConfidence, (rate) => {
        const share = of(rate);
        return share === null ? Number.NaN : 100 * share;
      });
    return {
      categories: byConfidence.map(({ label, scored: n }) => `${label} (${n})`),
      series: [
        { key: "hits", label: "Hit rate", values: percents(({ share }) => share) },
        {
          key: "confidence",
          label: "Mean confidence",
          values: percents(({ meanConfidence, scored: n }) => (n > 0 ? meanConfidence : null)),
        },
      ],
    };
  }, [byConfidence]);
  return (
    <BarChart
      title="Reliability"
      subtitle={`hit rate against confidence, ${scored} scored signals; equal bars mean good calibration`}
      category="Confidence"
      categories={categories}
      series={series}
      unit="%"
      digits={1}
      height={220}
      exportName="reliability"
    />
  );
}
