import { useMemo } from "react";
import { DonutChart, type DonutSlice } from "../../charts/donut-chart.tsx";
import { SampleChip } from "../../ui/badge.tsx";
import { colorOf, MAX_COLORS } from "./asset-colors";

/** The specification's sample allocation in percent, marked as a sample, until there are real weights. */
const SAMPLE = [
  ["Equities", 40],
  ["Bonds", 30],
  ["Commodities", 15],
  ["Cash", 15],
] as const;

const MAX_SLICES = 8;

/** Current weights, updated live; a sample until there are assets. */
export function AllocationChart({ names, weights }: { names: readonly string[]; weights: readonly number[] }) {
  const sample = names.length === 0;
  const slices = useMemo<DonutSlice[]>(() => {
    if (sample) return SAMPLE.map(([label, value]) => ({ key: label, label, value }));
    const cash = 1 - weights.reduce((sum, weight) => sum + weight, 0);
    const colored = names.length <= MAX_COLORS;
    const held = names
      .map((label, i) => ({ key: `asset-${i}`, label, value: 100 * weights[i], color: colored ? colorOf(i) : undefined }))
      .sort((a, b) => b.value - a.value);
    const own = held.length > MAX_SLICES ? MAX_SLICES - 1 : held.length;
    const others = held.slice(own).reduce((sum, { value }) => sum + value, 0);
    return [
      ...held.slice(0, own),
      ...(others > 0 ? [{ key: "others", label: `${held.length - own} others`, value: others, color: "faint" as const }] : []),
      ...(cash > 1e-6 ? [{ key: "cash", label: "Cash", value: 100 * cash, color: "muted" as const }] : []),
    ];
  }, [sample, names, weights]);
  return (
    <DonutChart
      title={sample ? "Sample allocation" : "Target allocation"}
      subtitle={sample ? "not your data" : "% of the portfolio"}
      exportName="allocation"
      part="Asset"
      measure="Weight"
      unit="%"
      slices={slices}
      footer={sample ? <SampleChip /> : undefined}
    />
  );
}
