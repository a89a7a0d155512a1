import { useMemo } from "react";
import { ScatterChart, type ScatterGroup } from "../../charts/scatter-chart.tsx";
import { sentences } from "../../lib/format.ts";
import { colorOf, MAX_COLORS } from "./asset-colors";
import { objectiveLabel } from "./settings";
import type { ProposalRun } from "./use-proposal";

interface FrontierChartProps {
  run: ProposalRun;
  /** Place of the efficient portfolio that is looked at; null for none. */
  at: number | null;
  onWalk?: (at: number) => void;
}

/** Risk and return of every efficient portfolio, the assets, and the portfolio that was chosen. */
export function FrontierChart({ run, at, onWalk }: FrontierChartProps) {
  const { value: proposal, frontier } = run;
  const { x, groups, names, first } = useMemo(() => cloudOf(run, at), [run, at]);
  const pick = (row: number) => row >= first && onWalk?.(row - first);
  return (
    <ScatterChart
      title="Efficient frontier"
      subtitle={`expected return against volatility, % per year; ${objectiveLabel(proposal.used)} marked`}
      x={x}
      y={Y}
      groups={groups}
      names={names}
      height={360}
      onPick={onWalk && pick}
      exportName="efficient-frontier"
      footer={frontier ? sentences(frontier.notes) || undefined : undefined}
    />
  );
}

const Y = { unit: "%", digits: 2 };

function cloudOf({ value: proposal, frontier }: ProposalRun, at: number | null) {
  type Point = { expectedReturn: number; volatility: number };
  const { assets, equalWeights } = proposal;
  const single = assets.length <= MAX_COLORS;
  const sets: { key: string; label: string; color?: ScatterGroup["color"]; points: readonly Point[]; names?: readonly string[] }[] = [
    { key: "chosen", label: "Chosen", color: "accent", points: [proposal], names: ["Chosen"] },
    ...(frontier?.tangency
      ? [{ key: "tangency", label: "Highest Sharpe ratio", color: "text" as const, points: [frontier.tangency] }]
      : []),
    { key: "equal", label: "Equal weights", color: "faint", points: [equalWeights], names: ["Equal weights"] },
    ...(single
      ? assets.map((asset, i) => ({
          key: `asset-${i}`,
          label: asset.name,
          color: colorOf(i),
          points: [asset],
          names: [asset.name],
        }))
      : [{ key: "assets", label: "Assets", color: colorOf(0), points: assets, names: assets.map(({ name }) => name) }]),
    ...(at !== null && frontier ? [{ key: "walked", label: "Here", color: "warn" as const, points: [frontier.points[at]] }] : []),
    { key: "frontier", label: "Frontier", color: "muted", points: frontier?.points ?? [] },
  ];
  const all = sets.flatMap(({ points, names: named }, set) => points.map((point, i) => ({ point, set, name: named?.[i] ?? "" })));
  const groups: ScatterGroup[] = sets.map(({ key, label, color }, set) => ({
    key,
    label,
    color,
    values: Float64Array.from(all, (one) => (one.set === set ? 100 * one.point.expectedReturn : Number.NaN)),
  }));
  const x = { label: "Volatility", unit: "%", digits: 2, values: Float64Array.from(all, ({ point }) => 100 * point.volatility) };
  // The frontier comes last.
  return { x, groups, names: all.map(({ name }) => name), first: all.length - (frontier?.points.length ?? 0) };
}
