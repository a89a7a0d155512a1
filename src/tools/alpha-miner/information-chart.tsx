import { useMemo } from "react";
import { BarChart } from "../../charts/bar-chart.tsx";
import { plural } from "../../lib/format.ts";
import type { FactorResult } from "./alpha-input";

/** Decay of a factor's information: mean information coefficient by horizon. */
export function InformationChart({ factors }: { factors: readonly FactorResult[] }) {
  const { categories, series } = useMemo(() => {
    const horizons = factors[0]?.decay.map(({ horizon }) => horizon) ?? [];
    return {
      categories: horizons.map((horizon) => plural(horizon, "step")),
      series: factors.map(({ id, name, decay }) => ({
        key: String(id),
        label: name,
        values: Float64Array.from(decay, ({ information }) => information.mean ?? Number.NaN),
      })),
    };
  }, [factors]);
  return (
    <BarChart
      title="IC decay"
      subtitle="mean information coefficient by steps ahead"
      exportName="ic-decay"
      category="Horizon"
      categories={categories}
      series={series}
      digits={4}
    />
  );
}
