import { useMemo } from "react";
import { ScatterChart, type ScatterGroup } from "../../charts/scatter-chart.tsx";
import { objectiveLabel } from "./settings";
import type { ProposalRun } from "./use-proposal";

/** More assets than this share one colour. */
const MOST_COLOURS = 7;

/** Risk and return of every efficient portfolio, the assets, and the portfolio that was chosen. */
export function FrontierChart({ run }: { run: ProposalRun }) {
  const { proposal, frontier } = run;
  const { x, groups } = useMemo(() => cloudOf(run), [run]);
  return (
    <ScatterChart
      title="Efficient frontier"
      subtitle={`expected return against volatility, % a year; ${objectiveLabel(proposal.used)} marked`}
      x={x}
      y={Y}
      groups={groups}
      height={360}
      exportName="efficient-frontier"
      footer={frontier ? frontier.notes.join(" ") || undefined : undefined}
    />
  );
}

const Y = { unit: "%", digits: 2 };

function cloudOf({ proposal, frontier }: ProposalRun) {
  type Point = { expectedReturn: number; volatility: number };
  const { assets, equalWeights } = proposal;
  const single = assets.length <= MOST_COLOURS;
  const sets: { key: string; label: string; color?: ScatterGroup["color"]; points: readonly Point[] }[] = [
    { key: "chosen", label: "Chosen", color: "accent", points: [proposal] },
    ...(frontier?.tangency
      ? [{ key: "tangency", label: "Highest Sharpe ratio", color: "text" as const, points: [frontier.tangency] }]
      : []),
    { key: "equal", label: "Equal weights", color: "faint", points: [equalWeights] },
    ...(single
      ? assets.map((asset, i) => ({
          key: `asset-${i}`,
          label: asset.name,
          color: `series-${i + 2}` as ScatterGroup["color"],
          points: [asset],
        }))
      : [{ key: "assets", label: "Assets", color: "series-2" as const, points: assets }]),
    { key: "frontier", label: "Frontier", color: "muted", points: frontier?.points ?? [] },
  ];
  const all = sets.flatMap(({ points }, set) => points.map((point) => ({ point, set })));
  const groups: ScatterGroup[] = sets.map(({ key, label, color }, set) => ({
    key,
    label,
    color,
    values: Float64Array.from(all, (one) => (one.set === set ? 100 * one.point.expectedReturn : Number.NaN)),
  }));
  const x = { label: "Volatility", unit: "%", digits: 2, values: Float64Array.from(all, ({ point }) => 100 * point.volatility) };
  return { x, groups };
}
