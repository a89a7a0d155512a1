import { useMemo } from "react";
import { BarChart } from "../../charts/bar-chart";

/** In percent: share of the volatility, and return per year. */
export interface Contribution {
  name: string;
  risk: number;
  return: number;
}

/** Maximum number of bars: the largest are drawn, the table has all. */
export const MAX_BARS = 20;

/** The assets with the largest risk, in descending order; if there are few, all in their order. */
export function largestFirst<Asset>(assets: readonly Asset[], riskOf: (asset: Asset) => number): readonly Asset[] {
  if (assets.length <= MAX_BARS) return assets;
  return [...assets].sort((a, b) => Math.abs(riskOf(b)) - Math.abs(riskOf(a))).slice(0, MAX_BARS);
}

/** Contribution of each asset to risk and return, side by side. */
export function ContributionChart({ of: all, title }: { of: readonly Contribution[]; title: string }) {
  const of = useMemo(() => largestFirst(all, ({ risk }) => risk), [all]);
  const footer = all.length > of.length ? `The ${of.length} largest of ${all.length} by risk; the table has all.` : undefined;
  const categories = useMemo(() => of.map(({ name }) => name), [of]);
  const series = useMemo(
    () => [
      { key: "risk", label: "Risk contribution", values: Float64Array.from(of, ({ risk }) => risk) },
      { key: "return", label: "Return contribution", values: Float64Array.from(of, (asset) => asset.return) },
    ],
    [of],
  );
  return (
    <BarChart
      title={title}
      subtitle="% of the volatility, and % per year"
      exportName="contributions"
      category="Asset"
      categories={categories}
      series={series}
      unit="%"
      digits={2}
      direction={of.length > 12 ? "sideways" : "upright"}
      footer={footer}
    />
  );
}
