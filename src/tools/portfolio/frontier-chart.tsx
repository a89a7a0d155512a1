import { useMemo } from "react";
import type { ChartGrip } from "../../charts/chart-grips";
import { ScatterChart, type ScatterGroup } from "../../charts/scatter-chart.tsx";
import { percent, sentences } from "../../lib/format.ts";
import { colorOf, MAX_COLORS } from "./asset-colors";
import type { ProposalRun } from "./use-proposal";

interface FrontierChartProps {
  run: ProposalRun;
  /** The selected efficient portfolio, if there is a frontier to move along. */
  walk?: { at: number; onWalk: (at: number) => void };
}

/** Risk and return of every efficient portfolio, the assets, and the chosen portfolio. */
export function FrontierChart({ run, walk }: FrontierChartProps) {
  const { frontier } = run;
  const { x, groups, names, first } = useMemo(() => cloudOf(run), [run]);
  const pick = (row: number) => row >= first && walk?.onWalk(row - first);
  return (
    <ScatterChart
      title="Efficient frontier"
      subtitle="expected return against volatility, % per year"
      x={x}
      y={Y}
      groups={groups}
      names={names}
      height={360}
      onPick={walk && pick}
      grips={walk && frontier ? [gripOf(frontier.points, walk)] : undefined}
      exportName="efficient-frontier"
      footer={frontier ? sentences(frontier.notes) || undefined : undefined}
    />
  );
}

type Points = NonNullable<ProposalRun["frontier"]>["points"];

/**
 * Grip on the frontier: it snaps to the efficient portfolio nearest to the pointer, with distances scaled by the frontier's range of risk
 * and return.
 */
function gripOf(points: Points, { at, onWalk }: NonNullable<FrontierChartProps["walk"]>): ChartGrip {
  const { volatility, expectedReturn } = points[at];
  const [first, last] = [points[0], points[points.length - 1]];
  const [risks, gains] = [last.volatility - first.volatility || 1, last.expectedReturn - first.expectedReturn || 1];
  const away = (place: number, risk: number, gain: number) =>
    ((points[place].volatility - risk) / risks) ** 2 + ((points[place].expectedReturn - gain) / gains) ** 2;
  return {
    key: "walk",
    label: `Efficient portfolio ${at + 1} of ${points.length}: volatility ${percent(volatility, 2)}, expected return ${percent(expectedReturn, 2)}`,
    x: 100 * volatility,
    y: 100 * expectedReturn,
    onMove: (x, y) => {
      const nearer = (best: number, _: unknown, place: number) =>
        away(place, x / 100, y / 100) < away(best, x / 100, y / 100) ? place : best;
      onWalk(points.reduce(nearer, at));
    },
    onStep: (across, up) => onWalk(Math.min(Math.max(at + across + up, 0), points.length - 1)),
  };
}

const Y = { unit: "%", digits: 2 };

function cloudOf({ value: proposal, frontier }: ProposalRun) {
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
  // The frontier is last.
  return { x, groups, names: all.map(({ name }) => name), first: all.length - (frontier?.points.length ?? 0) };
}
