import { type ReactNode, useMemo } from "react";
import { BarChart } from "../../charts/bar-chart";

/** In percent: share of the volatility, and return a year. */
export interface Contribution {
  name: string;
  risk: number;
  return: number;
}

/** What each asset adds to risk and to return, side by side. */
export function ContributionChart({ of, footer, title }: { of: readonly Contribution[]; footer?: ReactNode; title: string }) {
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
      subtitle="% of the volatility, and % a year"
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
