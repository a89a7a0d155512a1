import { percent } from "../../lib/format.ts";
import { MAX_COLORS } from "./asset-colors";
import type { ProposalRun } from "./use-proposal";

/** Maximum number of bars in a chart of half a screen's width. */
const MAX_BARS = 40;

interface Layer {
  label: string;
  /** In percent, one per bar. */
  values: Float64Array;
  /** Index of the asset; null for all assets without a layer of their own. */
  asset: number | null;
}

/** Index of the efficient portfolio whose volatility is nearest to the chosen one's. */
export function nearestPoint({ frontier, value: proposal }: ProposalRun): number {
  const points = frontier?.points ?? [];
  const away = (at: number) => Math.abs(points[at].volatility - proposal.volatility);
  return points.reduce((best, _, at) => (away(at) < away(best) ? at : best), 0);
}

/** Weights of evenly spaced efficient portfolios: the largest assets separately, the others combined. */
export function stackAlong({ frontier, value: { names } }: ProposalRun): { categories: string[]; series: Layer[] } {
  const points = frontier?.points ?? [];
  const bars = Math.min(points.length, MAX_BARS);
  const chosen = Array.from({ length: bars }, (_, k) => points[Math.round((k * (points.length - 1)) / Math.max(1, bars - 1))]);
  const largest = names.map((_, i) => chosen.reduce((most, { weights }) => Math.max(most, Math.abs(weights[i])), 0));
  const own =
    names.length <= MAX_COLORS
      ? names.map((_, i) => i)
      : [...names.keys()]
          .sort((a, b) => largest[b] - largest[a])
          .slice(0, MAX_COLORS - 1)
          .sort((a, b) => a - b);
  const layer = (label: string, among: readonly number[], asset: number | null): Layer => ({
    label,
    values: Float64Array.from(chosen, ({ weights }) => 100 * among.reduce((sum, i) => sum + weights[i], 0)),
    asset,
  });
  const others = [...names.keys()].filter((i) => !own.includes(i));
  return {
    categories: chosen.map(({ volatility }) => percent(volatility, 1)),
    series: [...own.map((i) => layer(names[i], [i], i)), ...(others.length > 0 ? [layer(`${others.length} others`, others, null)] : [])],
  };
}
